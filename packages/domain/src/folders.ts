import {
  type FolderAccess,
  type FolderCommands,
  MAX_FOLDER_DEPTH,
  type FolderEvents,
} from '@feusa/contracts/folders';
import type { PurgeCommands } from '@feusa/contracts/purge';
import { refuse } from '@feusa/contracts/refusals';
import type { Command, Decider } from './decider.js';
import { nameFor, type Naming } from './naming.js';
import { depthOf, isInside, requireUnpurged, type FolderLookup, type NamedNode } from './tree.js';

export type FolderCommand = Command<keyof typeof FolderCommands | keyof typeof PurgeCommands>;

type Folder = NamedNode | null;

/** The name that a folder had before it was moved under another one. */
export interface EarlierName {
  readonly name: string;
}

/**
 * `heightOf`: levels from a folder down to its deepest descendant, removed ones too; 1 for a leaf. `earlier`: the
 * name that it gets back as it is moved, where a move is undone.
 */
export interface FolderContext {
  readonly id: string;
  readonly earlier?: EarlierName | undefined;
  readonly folders: FolderLookup;
  heightOf(id: string): number;
  readonly naming?: Naming | undefined;
  /** Those named by an access that are neither a group nor a person. */
  readonly unknown?: readonly string[];
}

/** A folder. What lies in it is of streams of its own, so removing it touches none of these. */
export const folders: Decider<Folder, FolderCommand, FolderContext, keyof typeof FolderEvents> = {
  initial: null,

  decide({ name, body }, folder, context) {
    switch (name) {
      case 'add-folder':
        roomUnder(body.parentId, 1, context);
        return {
          type: 'FolderAdded',
          data: { name: named(body.name, body.parentId, context), parentId: body.parentId },
        };
      case 'rename-folder': {
        const { parentId } = visible(folder, context);
        return {
          type: 'FolderRenamed',
          data: { name: named(body.name, parentId, context), parentId },
        };
      }
      case 'move-folder': {
        const { parentId: fromParentId, name: before } = visible(folder, context);
        const { parentId } = body;
        if (isInside(context.folders, parentId, context.id)) refuse('folder/cycle');
        roomUnder(parentId, context.heightOf(context.id), context);
        const other = renamed(before, parentId, context);
        return { type: 'FolderMoved', data: { parentId, fromParentId, ...other } };
      }
      case 'remove-folder': {
        const { parentId } = visible(folder, context);
        return { type: 'FolderRemoved', data: { parentId } };
      }
      case 'restore-folder':
        return { type: 'FolderRestored', data: restorable(folder, context) };
      case 'purge':
        return { type: 'FolderPurged', data: purgeable(folder, context) };
      case 'set-folder-access':
        return { type: 'FolderAccessSet', data: restricted(body.access, folder, context) };
    }
  },

  evolve(folder, event) {
    switch (event.type) {
      case 'FolderAdded':
      case 'FolderMoved':
      case 'FolderRestored':
        return placed(folder, event.data);
      case 'FolderRemoved':
        return { ...placed(folder, { parentId: event.data.parentId }), removed: true };
      case 'FolderPurged':
        return { ...placed(folder, event.data), removed: true, purged: true };
      case 'FolderRenamed':
        return folder && { ...folder, name: event.data.name };
      case 'FolderAccessSet':
        return folder && { ...folder, access: event.data.access };
    }
  },
};

const placed = (
  folder: Folder,
  { parentId, name }: { readonly parentId: string | null; readonly name?: string | undefined },
): NamedNode => ({
  ...{ parentId, name: name ?? folder?.name ?? '', removed: false },
  ...(folder?.access && { access: folder.access }),
});

/** @throws Refusal where somebody is named who is nobody, unless the folder names them already */
function restricted(access: FolderAccess | null, folder: Folder, context: FolderContext) {
  const { parentId, access: before } = visible(folder, context);
  const known = new Set([...(before?.read ?? []), ...(before?.manage ?? [])]);
  if (context.unknown?.some((id) => !known.has(id))) refuse('folder/unknown-names');
  const { read = [], manage = [] } = access ?? {};
  return { parentId, access: access && { read: [...read], manage: [...manage] } };
}

function restorable(folder: Folder, context: FolderContext) {
  if (!folder) return refuse('folder/not-found');
  requireUnpurged(context.folders, folder.parentId, folder.purged);
  if (!folder.removed) return refuse('folder/not-removed');
  const { parentId, name } = folder;
  requireFolder(parentId, context.folders, 'folder/parent-removed');
  return { parentId, ...renamed(name, parentId, context) };
}

/** What lies in the trash by itself. */
function purgeable(folder: Folder, { folders }: FolderContext) {
  if (!folder) return refuse('folder/not-found');
  const { parentId } = folder;
  requireUnpurged(folders, parentId, folder.purged);
  if (!folder.removed) refuse('trash/not-in-it');
  return { parentId };
}

const named = (name: string, folderId: string | null, { id, naming }: FolderContext): string =>
  nameFor({ id, kind: 'folder', folderId, name }, naming);

/** Its other name, where it has to give its own up or gets an earlier one back. */
function renamed(before: string, folderId: string | null, context: FolderContext) {
  const name = named(context.earlier?.name ?? before, folderId, context);
  return name === before ? {} : { name };
}

/** The depth of a folder that everybody can see, else the refusal. */
export function requireFolder(
  id: string | null,
  lookup: FolderLookup,
  otherwise: 'folder/not-found' | 'folder/parent-not-found' | 'folder/parent-removed',
): number {
  return depthOf(lookup, id) ?? refuse(otherwise);
}

function visible(folder: Folder, { id, folders }: FolderContext) {
  requireFolder(id, folders, 'folder/not-found');
  return folder ?? refuse('folder/not-found');
}

function roomUnder(parentId: string | null, height: number, { folders }: FolderContext): void {
  const depth = requireFolder(parentId, folders, 'folder/parent-not-found');
  if (depth + height > MAX_FOLDER_DEPTH) refuse('folder/too-deep');
}
