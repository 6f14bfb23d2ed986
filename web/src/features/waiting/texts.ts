import { counted } from '../../shared/format.js';

/** All that is said here, to be read and translated as a whole. */
export const texts = {
  title: 'Waiting changes',
  note: 'Changes that you make without a connection are kept on this device and sent, in order, once you are back. Nobody else sees them before that.',
  nothing: 'No changes wait',
  nothingHint: 'What you change without a connection is listed here, with what became of it.',
  list: 'Changes',
  sendNow: 'Send now',
  clearSent: 'Clear sent changes',
  keepBoth: 'Keep both',
  tryAgain: 'Try again',
  discard: 'Discard',
  discardNamed: (what: string) => `Discard: ${what}`,
  discarded: 'Change discarded. It was not made.',
  waiting: 'Waiting',
  done: 'Sent',
  conflict: 'Conflict',
  refused: 'Refused',
  somebodyElse: (detail: string) => `${detail}. Somebody else was first.`,
  made: (when: string) => `made ${when}`,
  count: (count: number) => counted(count, 'change'),
  something: 'something',
};

type Words = (name: string) => string;
const named =
  (verb: string): Words =>
  (name) =>
    `${verb} “${name}”`;

/** By the command: what it does to what it is called with. */
export const wordsOf: Readonly<Record<string, Words>> = {
  'add-folder': named('Add folder'),
  'rename-folder': named('Rename a folder to'),
  'move-folder': named('Move folder'),
  'remove-folder': named('Delete folder'),
  'restore-folder': named('Restore folder'),
  'rename-file': named('Rename a document to'),
  'move-file': named('Move document'),
  'copy-file': named('Copy document'),
  'remove-file': named('Delete document'),
  'restore-file': named('Restore document'),
  'add-link': named('Add link'),
  'edit-link': named('Edit link'),
  'move-link': named('Move link'),
  'copy-link': named('Copy link'),
  'remove-link': named('Delete link'),
  'restore-link': named('Restore link'),
  'add-employee': named('Add'),
  'update-employee': named('Change'),
  'remove-employee': named('Delete'),
  'restore-employee': named('Restore'),
  'remove-error': () => 'Dismiss a notice',
};
