import { commandBounds } from './bounds.js';
import { z } from 'zod';
import { command, guarded, managed, placing } from './access.js';
import type { ActorView } from './docs.js';
import { accessBounds } from './access-bounds.js';
import { Id, Name, NewId } from './text.js';
import type { Role } from './users.js';

/** Deepest level of nesting; a top-level folder is level 1. */
export const MAX_FOLDER_DEPTH = commandBounds.depth.value;

export const AddFolder = z.strictObject({ id: NewId, name: Name, parentId: Id.nullable() });
export const RenameFolder = z.strictObject({ id: Id, name: Name });
export const MoveFolder = z.strictObject({ id: Id, parentId: Id.nullable() });
export const RemoveFolder = z.strictObject({ id: Id });
export const RestoreFolder = z.strictObject({ id: Id });

/** Ids of groups and people, each once. */
const named = z
  .array(Id, { error: 'Not a list of ids' })
  .max(accessBounds.named.value, { error: 'Too many' })
  .transform((ids) => [...new Set(ids)].sort())
  .default([]);

/** Who may read what is in a folder, and who may change it, too; null: whoever may in the folder above. */
export const FolderAccessInput = z.strictObject({ read: named, manage: named }).nullable();
export const SetFolderAccess = z.strictObject({ id: Id, access: FolderAccessInput });

export const FolderCommands = {
  'add-folder': managed(placing('admin', AddFolder)),
  'rename-folder': managed(placing('admin', RenameFolder)),
  'move-folder': managed(placing('admin', MoveFolder)),
  'remove-folder': managed(command('admin', RemoveFolder)),
  'restore-folder': managed(placing('admin', RestoreFolder)),
  'set-folder-access': guarded('admin', SetFolderAccess),
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
  FolderAccessSet: z.strictObject({
    parentId,
    access: z.strictObject({ read: z.array(z.uuid()), manage: z.array(z.uuid()) }).nullable(),
  }),
};

/** Ids of groups and people, each once and in order. `manage` is to read as well. */
export interface FolderAccess {
  readonly read: readonly string[];
  readonly manage: readonly string[];
}

/** `GET /api/folders/{id}/access`: who sees a folder, by which restrictions; `group` is null for one named in person. */
export interface FolderAccessView {
  readonly effective: readonly EffectiveAccess[];
  /** The ids of those among them who may change what is in it. */
  readonly managers: readonly string[];
  /** What is set for this very folder, without groups and accounts that are gone. */
  readonly access: FolderAccess | null;
  /** The groups that let anybody in. */
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly position: string;
}

/** `folder` is null for an administrator, and where nothing is restricted. */
export interface EffectiveAccess {
  readonly user: ActorView;
  readonly by: readonly { readonly folder: string | null; readonly group: string | null }[];
}

/** `GET /api/access/{userId}`: what somebody sees of the folders that are not for everybody. */
export interface PersonAccessView {
  readonly user: ActorView;
  /** Undefined where they had no account then. */
  readonly role?: Role;
  /** Those that are restricted themselves, in the order of their paths. */
  readonly sees: readonly SeenFolder[];
  /** The topmost of those that are kept from them. */
  readonly hidden: readonly PlacedFolder[];
  /** How many more of each there are than are told. */
  readonly moreSeen: number;
  readonly moreHidden: number;
  /** The groups that they are in. */
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly position: string;
}

/** `path` begins at the top, and ends above the folder. */
export interface PlacedFolder {
  readonly id: string;
  readonly name: string;
  readonly path: readonly { readonly id: string; readonly name: string }[];
}

/** `by` is empty for an administrator. */
export interface SeenFolder extends PlacedFolder {
  readonly manages: boolean;
  readonly by: EffectiveAccess['by'];
}

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
  /** Only where the folder itself is not for everybody who sees the one above. */
  readonly restricted?: true;
}
