import { commandBounds } from './bounds.js';
import { z } from 'zod';
import { command, placing } from './access.js';
import { Id, Name, NewId } from './text.js';

/** Deepest level of nesting; a top-level folder is level 1. */
export const MAX_FOLDER_DEPTH = commandBounds.depth.value;

export const AddFolder = z.strictObject({ id: NewId, name: Name, parentId: Id.nullable() });
export const RenameFolder = z.strictObject({ id: Id, name: Name });
export const MoveFolder = z.strictObject({ id: Id, parentId: Id.nullable() });
export const RemoveFolder = z.strictObject({ id: Id });
export const RestoreFolder = z.strictObject({ id: Id });

export const FolderCommands = {
  'add-folder': placing('admin', AddFolder),
  'rename-folder': placing('admin', RenameFolder),
  'move-folder': placing('admin', MoveFolder),
  'remove-folder': command('admin', RemoveFolder),
  'restore-folder': placing('admin', RestoreFolder),
};

const parentId = z.uuid().nullable();
/** Another name than before, where that was taken. */
const name = z.string().optional();

export const FolderEvents = {
  FolderAdded: z.strictObject({ name: z.string(), parentId }),
  FolderRenamed: z.strictObject({ name: z.string(), parentId }),
  FolderMoved: z.strictObject({ parentId, fromParentId: parentId, name }),
  FolderRemoved: z.strictObject({ parentId }),
  FolderRestored: z.strictObject({ parentId, name }),
  /** With all that lies in it. */
  FolderPurged: z.strictObject({ parentId }),
};

/** A folder as screens get it; `path` is `/{id}/{subId}…` from the root. */
export interface FolderView {
  readonly id: string;
  readonly name: string;
  readonly type: 'folder';
  readonly path: string;
  readonly parentId: string | null;
  readonly dateAdded: string;
  readonly timestamp: number;
  readonly searchTerms: readonly string[];
  readonly version: number;
}
