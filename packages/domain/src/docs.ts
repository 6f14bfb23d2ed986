import type { CommandBody, CommandName } from '@feusa/contracts/commands';
import type { FileCommands, LinkCommands } from '@feusa/contracts/docs';
import type { AcknowledgementCommands } from '@feusa/contracts/acknowledgements';
import type { PurgeCommands } from '@feusa/contracts/purge';
import type { DomainEvent } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import { fileExtension } from '@feusa/contracts/text';
import type { Command, Decider } from './decider.js';
import {
  docAfter,
  moved,
  named,
  purgeable,
  restorable,
  visible,
  type Doc,
  type DocContext,
  type DocEventType,
} from './doc.js';
import { acknowledge, requestAcknowledgement, withdraw } from './acknowledgements.js';
import { replace, restoreVersion } from './file-versions.js';
import { requireFolder } from './folders.js';

type FileCommandName =
  keyof typeof FileCommands | keyof typeof AcknowledgementCommands | keyof typeof PurgeCommands;
type LinkCommandName = keyof typeof LinkCommands | keyof typeof PurgeCommands;
export type FileCommand = Command<FileCommandName>;
export type LinkCommand = Command<LinkCommandName>;

type Decided = DomainEvent<DocEventType> | undefined;
type Decision<N extends CommandName> = (
  body: CommandBody<N>,
  doc: Doc,
  context: DocContext,
) => Decided;
type AnyDecision = (body: object, doc: Doc, context: DocContext) => Decided;

const NO_FILE = 'file/not-found';
const NO_LINK = 'link/not-found';

const fileDecisions: { readonly [N in FileCommandName]: Decision<N> } = {
  'add-file'({ folderId }, _doc, context) {
    requireFolder(folderId, context.folders, 'folder/not-found');
    const { file } = context;
    if (!file) return refuse('upload/not-found');
    const name = named({ kind: 'file', folderId, name: file.name }, context);
    return { type: 'FileAdded', data: { folderId, ...file, name } };
  },
  'rename-file'({ name: wanted }, doc, context) {
    const { folderId, name: before } = visible(doc, context, NO_FILE);
    requireExtension(before, wanted);
    const name = named({ kind: 'file', folderId, name: wanted }, context);
    return { type: 'FileRenamed', data: { folderId, name } };
  },
  'move-file': ({ folderId }, doc, context) => ({
    type: 'FileMoved',
    data: moved(visible(doc, context, NO_FILE), folderId, context),
  }),
  'copy-file'({ id, folderId }, _doc, context) {
    const { source, folders } = context;
    const content = source?.versions.at(-1);
    if (!source || !content) return refuse(NO_FILE);
    requireFolder(folderId, folders, 'folder/not-found');
    const name = named({ ...source, folderId }, context);
    return { type: 'FileAdded', data: { folderId, ...content, name, copyOf: id } };
  },
  'remove-file': (_body, doc, context) => {
    const { folderId } = visible(doc, context, NO_FILE);
    return { type: 'FileRemoved', data: { folderId } };
  },
  'restore-file': (_body, doc, context) => ({
    type: 'FileRestored',
    data: restorable(doc, context, NO_FILE),
  }),
  'replace-file': ({ note }, doc, context) =>
    replace(visible(doc, context, NO_FILE), context.file, note),
  'restore-file-version': ({ fileVersion }, doc, context) =>
    restoreVersion(visible(doc, context, NO_FILE), fileVersion),
  'ask-acknowledgement': (body, doc, context) =>
    requestAcknowledgement(visible(doc, context, NO_FILE), body, context.unknown),
  'withdraw-acknowledgement': (_body, doc, context) => withdraw(visible(doc, context, NO_FILE)),
  'acknowledge-file': ({ fileVersion }, doc, context) =>
    acknowledge(visible(doc, context, NO_FILE), fileVersion, context.acknowledging),
  purge: (_body, doc, context) => ({
    type: 'FilePurged',
    data: purgeable(doc, context, NO_FILE),
  }),
};

const linkDecisions: { readonly [N in LinkCommandName]: Decision<N> } = {
  'add-link'({ folderId, name: wanted, link }, _doc, context) {
    requireFolder(folderId, context.folders, 'folder/not-found');
    const name = named({ kind: 'link', folderId, name: wanted }, context);
    return { type: 'LinkAdded', data: { folderId, name, link } };
  },
  'edit-link'({ name: wanted, link }, doc, context) {
    const { folderId } = visible(doc, context, NO_LINK);
    const name = named({ kind: 'link', folderId, name: wanted }, context);
    return { type: 'LinkEdited', data: { folderId, name, link } };
  },
  'move-link': ({ folderId }, doc, context) => ({
    type: 'LinkMoved',
    data: moved(visible(doc, context, NO_LINK), folderId, context),
  }),
  'copy-link'({ id, folderId }, _doc, context) {
    const { source, folders } = context;
    if (source?.link === undefined) return refuse(NO_LINK);
    requireFolder(folderId, folders, 'folder/not-found');
    const name = named({ ...source, folderId }, context);
    return { type: 'LinkAdded', data: { folderId, name, link: source.link, copyOf: id } };
  },
  'remove-link': (_body, doc, context) => {
    const { folderId } = visible(doc, context, NO_LINK);
    return { type: 'LinkRemoved', data: { folderId } };
  },
  'restore-link': (_body, doc, context) => ({
    type: 'LinkRestored',
    data: restorable(doc, context, NO_LINK),
  }),
  purge: (_body, doc, context) => ({
    type: 'LinkPurged',
    data: purgeable(doc, context, NO_LINK),
  }),
};

/** A file in a folder; its folder must be there when it is added, moved or restored. */
export const files: Decider<Doc, FileCommand, DocContext, DocEventType> = {
  initial: null,
  decide: ({ name, body }, doc, context) =>
    (fileDecisions[name] as AnyDecision)(body, doc, context),
  evolve: docAfter,
};

/** A link in a folder, under the same rules as a file. */
export const links: Decider<Doc, LinkCommand, DocContext, DocEventType> = {
  initial: null,
  decide: ({ name, body }, doc, context) =>
    (linkDecisions[name] as AnyDecision)(body, doc, context),
  evolve: docAfter,
};

/** The type of a file and its name must agree. */
function requireExtension(before: string, name: string): void {
  const extension = fileExtension(before);
  if (fileExtension(name).toLowerCase() === extension.toLowerCase()) return;
  const fault = extension ? `The name must end in ${extension}` : 'The name must have no ending';
  refuse('file/other-extension', { fields: { name: fault } });
}
