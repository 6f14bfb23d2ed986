import type { FileCommands, LinkCommands, DocEvents } from '@feusa/contracts/docs';
import type { DomainEvent } from '@feusa/contracts/events';
import { refuse, type RefusalCode } from '@feusa/contracts/refusals';
import type { Command, Decider } from './decider.js';
import { replace, restoreVersion, versionsAfter, type Content } from './file-versions.js';
import { requireFolder } from './folders.js';
import { nameFor, type Naming } from './naming.js';
import { depthOf, type FolderLookup } from './tree.js';

/** A finished upload. */
export interface StoredFile extends Content {
  readonly name: string;
}

/** `mayRestoreAll`: also what others removed. */
export interface DocContext {
  readonly id: string;
  readonly by: { readonly id: string; readonly mayRestoreAll: boolean };
  readonly folders: FolderLookup;
  readonly naming?: Naming | undefined;
  readonly file?: StoredFile;
}

export type FileCommand = Command<keyof typeof FileCommands>;
export type LinkCommand = Command<keyof typeof LinkCommands>;

type Happened = keyof typeof DocEvents;
type Doc = {
  readonly kind: 'file' | 'link';
  readonly folderId: string;
  readonly name: string;
  readonly removed: boolean;
  /** Who removed it last. */
  readonly removedBy?: string | undefined;
  /** Of a file, its contents so far: that of version 1 first. */
  readonly versions: readonly Content[];
} | null;

/** A file in a folder; its folder must be there when it is added or restored. */
export const files: Decider<Doc, FileCommand, DocContext, Happened> = {
  initial: null,
  decide({ name, body }, doc, context) {
    switch (name) {
      case 'add-file':
        requireFolder(body.folderId, context.folders, 'folder/not-found');
        if (!context.file) return refuse('upload/not-found');
        return {
          type: 'FileAdded',
          data: {
            folderId: body.folderId,
            ...context.file,
            name: named({ kind: 'file', folderId: body.folderId, ...context.file }, context),
          },
        };
      case 'remove-file':
        return { type: 'FileRemoved', data: removable(doc, context, 'file/not-found') };
      case 'restore-file':
        return { type: 'FileRestored', data: restorable(doc, context, 'file/not-found') };
      case 'replace-file':
        return replace(visible(doc, context, 'file/not-found'), context.file, body.note);
      case 'restore-file-version':
        return restoreVersion(visible(doc, context, 'file/not-found'), body.fileVersion);
    }
  },
  evolve,
};

/** A link in a folder, under the same rules as a file. */
export const links: Decider<Doc, LinkCommand, DocContext, Happened> = {
  initial: null,
  decide({ name, body }, doc, context) {
    switch (name) {
      case 'add-link':
        requireFolder(body.folderId, context.folders, 'folder/not-found');
        return {
          type: 'LinkAdded',
          data: {
            folderId: body.folderId,
            name: named({ kind: 'link', ...body }, context),
            link: body.link,
          },
        };
      case 'remove-link':
        return { type: 'LinkRemoved', data: removable(doc, context, 'link/not-found') };
      case 'restore-link':
        return { type: 'LinkRestored', data: restorable(doc, context, 'link/not-found') };
    }
  },
  evolve,
};

function visible(doc: Doc, { folders }: DocContext, otherwise: RefusalCode) {
  if (!doc || doc.removed || depthOf(folders, doc.folderId) === undefined) return refuse(otherwise);
  return doc;
}

function removable(doc: Doc, context: DocContext, otherwise: RefusalCode) {
  const { folderId } = visible(doc, context, otherwise);
  return { folderId };
}

function restorable(doc: Doc, context: DocContext, otherwise: RefusalCode) {
  if (!doc) return refuse(otherwise);
  if (!doc.removed) return refuse('doc/not-removed');
  const { folderId, name: before } = doc;
  const { by, folders } = context;
  if (!by.mayRestoreAll && by.id !== doc.removedBy) refuse('not-allowed');
  requireFolder(folderId, folders, 'folder/parent-removed');
  const name = named(doc, context);
  return name === before ? { folderId } : { folderId, name };
}

const named = (
  { kind, folderId, name }: Pick<NonNullable<Doc>, 'kind' | 'folderId' | 'name'>,
  { id, naming }: DocContext,
): string => nameFor({ id, kind, folderId, name }, naming);

function evolve(doc: Doc, event: DomainEvent<Happened>, actor?: string): Doc {
  const { type, data } = event;
  const removed = type === 'FileRemoved' || type === 'LinkRemoved';
  return {
    kind: type.startsWith('File') ? 'file' : 'link',
    folderId: data.folderId,
    name: ('name' in data ? data.name : undefined) ?? doc?.name ?? '',
    versions: versionsAfter(doc?.versions ?? [], event),
    removed,
    removedBy: removed ? actor : undefined,
  };
}
