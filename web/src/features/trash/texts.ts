import { counted, formatNumber, formatSize } from '../../shared/format.js';

/** All that is said here, to be read and translated as a whole. */
export const texts = {
  selected: 'Selected',
  itemsSelected: (count: number) => `${counted(count, 'item')} selected`,
  selectNamed: (name: string) => `Select ${name}`,
  emptyTrash: 'Empty trash',
  deleteForGood: 'Delete for good',
  deleteNamedForGood: (name: string) => `Delete ${name} for good`,
  goes: (parts: readonly string[], bytes: number) =>
    `${listed(parts)}${bytes > 0 ? ` (${formatSize(bytes)})` : ''} will be deleted for good, with all versions. This can’t be undone.`,
  nothingGoes: 'Nothing is left here to delete.',
  folders: (count: number) => counted(count, 'folder'),
  documents: (count: number) => counted(count, 'document'),
  links: (count: number) => counted(count, 'link'),
  employeesStay: 'Employees stay in the trash.',
  countingWhatGoes: 'Counting what goes',
  couldNotBeCounted: 'What goes could not be counted',
  deletedOf: (done: number, all: number) => `Deleted ${formatNumber(done)} of ${formatNumber(all)}`,
  deletedSoFar: 'Deleted so far',
  stop: 'Stop',
  stopping: 'Stopping',
  close: 'Close',
  cancel: 'Cancel',
  notDeleted: (count: number) =>
    count === 1 ? 'It was not deleted.' : `${formatNumber(count)} items were not deleted.`,
  stoppedAfter: (done: number, left: number) =>
    `Stopped: ${counted(done, 'item')} deleted for good, ${formatNumber(left)} left in the trash.`,
  deletedForGood: (what: string) => `${what} deleted for good.`,
  named: (name: string) => `“${name}”`,
  restoredMany: (count: number) => `${counted(count, 'item')} restored.`,
  notRestoredMany: (count: number, detail: string) =>
    `${counted(count, 'item')} could not be restored. ${detail}`,
  item: (count: number) => counted(count, 'item'),
  somebody: 'somebody',
  showMore: 'Show more',
  andMore: (count: number) => `and ${formatNumber(count)} more`,
  folder: 'Folder',
  document: 'Document',
  link: 'Link',
  employee: 'Employee',
  employees: 'Employees',
  files: 'Files',
  deletedTooRestoreThatFirst: ' (deleted too: restore that first)',
  restore: (name: string) => `Restore ${name}`,
  restoreShort: 'Restore',
  trash: 'Trash',
  trashNotLoaded: 'Trash did not load',
  moreNotLoaded: 'The rest of the trash did not load.',
  intro: 'Deleted items: where they were, who deleted them and when.',
  filter: 'Filter',
  theTrashIsEmpty: 'The trash is empty',
  deletedItemsStayHereUntil: 'Deleted items stay here until restored.',
  noDeletedItemsMatch: (filter: string) => `No deleted items match “${filter}”`,
  showEverything: 'Show everything',
  loadingTheTrash: 'Loading the trash',
  show: 'Show',
  preview: 'Preview',
  noLongerHere: 'No longer here',
  goneFromTheTrash: 'This was restored or deleted for good, or the link is incomplete.',
  noPreview: 'No preview',
  noPreviewOfThis: 'This can’t be shown before it is restored.',
  previewOf: (name: string) => `Preview of ${name}`,
  restored: (name: string) => `“${name}” restored.`,
  couldNotBeRestored: (name: string, detail: string) =>
    `“${name}” could not be restored. ${detail}`,
};

/** 'a, b and c'. */
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
