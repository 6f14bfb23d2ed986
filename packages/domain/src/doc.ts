import type { DocEvents } from '@feusa/contracts/docs';
import type { DomainEvent } from '@feusa/contracts/events';
import { refuse, type RefusalCode } from '@feusa/contracts/refusals';
import { requestAfter, type AcknowledgementRequest } from '@feusa/contracts/acknowledgements';
import type { AcknowledgementFacts } from './acknowledgements.js';
import { versionsAfter, type Content } from './file-versions.js';
import { requireFolder, type EarlierName } from './folders.js';
import { nameFor, type Naming } from './naming.js';
import { depthOf, requireUnpurged, type FolderLookup } from './tree.js';

/** A finished upload. */
export interface StoredFile extends Content {
  readonly name: string;
}

/**
 * `mayRestoreAll`: also what others removed. `source`: what is copied, null where nobody can see it. `earlier`:
 * the name that it gets back as it is moved, where a move is undone.
 */
export interface DocContext {
  readonly id: string;
  readonly by: { readonly id: string; readonly mayRestoreAll: boolean };
  readonly folders: FolderLookup;
  readonly naming?: Naming | undefined;
  readonly file?: StoredFile;
  readonly source?: Doc;
  readonly earlier?: EarlierName | undefined;
  /** Facts about whoever acknowledges something. */
  readonly acknowledging?: AcknowledgementFacts | undefined;
  /** Those who would be asked to and are not there. */
  readonly unknown?: readonly string[];
}

export type DocEventType = keyof typeof DocEvents;
export type Doc = {
  readonly kind: 'file' | 'link';
  readonly folderId: string;
  readonly name: string;
  readonly removed: boolean;
  /** Removed for good. */
  readonly purged?: boolean;
  /** Who removed it last. */
  readonly removedBy?: string | undefined;
  /** The contents of a file so far, version 1 first. */
  readonly versions: readonly Content[];
  readonly request?: AcknowledgementRequest | undefined;
  /** Where a link leads. */
  readonly link?: string;
} | null;

/** Whether it is there for everybody: neither removed itself nor with a folder that it lies in. */
export const isVisible = (doc: Doc, folders: FolderLookup): boolean =>
  doc !== null && !doc.removed && depthOf(folders, doc.folderId) !== undefined;

/** @throws Refusal where nobody can see it */
export function visible(doc: Doc, { folders }: DocContext, otherwise: RefusalCode) {
  return doc && isVisible(doc, folders) ? doc : refuse(otherwise);
}

/** What an event says of a move. */
export function moved(doc: NonNullable<Doc>, folderId: string, context: DocContext) {
  requireFolder(folderId, context.folders, 'folder/not-found');
  const name = named({ ...doc, folderId, name: context.earlier?.name ?? doc.name }, context);
  return { folderId, fromFolderId: doc.folderId, ...(name !== doc.name && { name }) };
}

export function restorable(doc: Doc, context: DocContext, otherwise: RefusalCode) {
  if (!doc) return refuse(otherwise);
  requireUnpurged(context.folders, doc.folderId, doc.purged);
  if (!doc.removed) return refuse('doc/not-removed');
  const { folderId, name: before } = doc;
  const { by, folders } = context;
  if (!by.mayRestoreAll && by.id !== doc.removedBy) refuse('not-allowed');
  requireFolder(folderId, folders, 'folder/parent-removed');
  const name = named(doc, context);
  return name === before ? { folderId } : { folderId, name };
}

/** What lies in the trash by itself. */
export function purgeable(doc: Doc, { folders }: DocContext, otherwise: RefusalCode) {
  if (!doc) return refuse(otherwise);
  const { folderId } = doc;
  requireUnpurged(folders, folderId, doc.purged);
  if (!doc.removed) refuse('trash/not-in-it');
  return { folderId };
}

/** The name that it gets. */
export const named = (
  { kind, folderId, name }: Pick<NonNullable<Doc>, 'kind' | 'folderId' | 'name'>,
  { id, naming }: DocContext,
): string => nameFor({ id, kind, folderId, name }, naming);

const nameAfter = (doc: Doc, data: object): string =>
  (data as { readonly name?: string }).name ?? doc?.name ?? '';

/** The doc after the next event of its stream. */
export function docAfter(doc: Doc, event: DomainEvent<DocEventType>, actor?: string): Doc {
  const { type, data } = event;
  const purged = type.endsWith('Purged');
  const removed = purged || type.endsWith('Removed');
  return {
    ...doc,
    kind: type.startsWith('Link') ? 'link' : 'file',
    folderId: data.folderId,
    name: nameAfter(doc, data),
    request: requestAfter(doc?.request, event),
    versions: versionsAfter(doc?.versions ?? [], event),
    ...('link' in data && { link: data.link }),
    removed,
    ...(purged && { purged }),
    removedBy: removed ? actor : undefined,
  };
}
