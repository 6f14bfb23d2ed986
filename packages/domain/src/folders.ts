import { type FolderCommands, MAX_FOLDER_DEPTH, type FolderEvents } from '@feusa/contracts/folders';
import { refuse } from '@feusa/contracts/refusals';
import type { Command, Decider } from './decider.js';
import { depthOf, isInside, type FolderLookup } from './tree.js';

export type FolderCommand = Command<keyof typeof FolderCommands>;

type Folder = { readonly parentId: string | null; readonly removed: boolean } | null;

/** `heightOf`: levels from a folder down to its deepest descendant, removed ones too; 1 for a leaf. */
export interface FolderContext {
  readonly id: string;
  readonly folders: FolderLookup;
  heightOf(id: string): number;
}

/** A folder. What lies in it is of streams of its own, so removing it touches none of these. */
export const folders: Decider<Folder, FolderCommand, FolderContext, keyof typeof FolderEvents> = {
  initial: null,

  decide({ name, body }, folder, context) {
    switch (name) {
      case 'add-folder':
        roomUnder(body.parentId, 1, context);
        return { type: 'FolderAdded', data: { name: body.name, parentId: body.parentId } };
      case 'rename-folder': {
        const { parentId } = visible(folder, context);
        return { type: 'FolderRenamed', data: { name: body.name, parentId } };
      }
      case 'move-folder': {
        const { parentId: fromParentId } = visible(folder, context);
        if (isInside(context.folders, body.parentId, context.id)) refuse('folder/cycle');
        roomUnder(body.parentId, context.heightOf(context.id), context);
        return { type: 'FolderMoved', data: { parentId: body.parentId, fromParentId } };
      }
      case 'remove-folder': {
        const { parentId } = visible(folder, context);
        return { type: 'FolderRemoved', data: { parentId } };
      }
      case 'restore-folder':
        if (!folder) return refuse('folder/not-found');
        if (!folder.removed) return refuse('folder/not-removed');
        requireFolder(folder.parentId, context.folders, 'folder/parent-removed');
        return { type: 'FolderRestored', data: { parentId: folder.parentId } };
    }
  },

  evolve(folder, event) {
    switch (event.type) {
      case 'FolderAdded':
      case 'FolderMoved':
      case 'FolderRestored':
        return { parentId: event.data.parentId, removed: false };
      case 'FolderRemoved':
        return { parentId: event.data.parentId, removed: true };
      case 'FolderRenamed':
        return folder;
    }
  },
};

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
