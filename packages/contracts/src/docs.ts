import { commandBounds } from './bounds.js';
import { z } from 'zod';
import { command, managed, placing } from './access.js';
import { AcknowledgementEvents } from './acknowledgements.js';
import { FileVersion } from './file-version.js';
import { FileName, Id, isBlank, line, Name, NewId, idOr } from './text.js';

export const LINK_FAULT = 'Enter a web address that starts with http:// or https://';

/** http or https, at most 2,048 characters, no credentials, nothing a browser would repair. */
export function isSafeLink(text: string): boolean {
  if (text.length > commandBounds.link.value || !/^https?:\/\/[^\s\\/]/i.test(text)) return false;
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text) || !text.isWellFormed()) return false;
  if (!URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === '' && password === '' && hostname !== '';
}

export const LinkTarget = z
  .string({ error: LINK_FAULT })
  .trim()
  .refine(isSafeLink, { error: LINK_FAULT });

export const AddFile = z.strictObject({
  id: NewId,
  folderId: Id,
  uploadId: idOr('Please choose a file'),
});
export const AddLink = z.strictObject({ id: NewId, folderId: Id, name: Name, link: LinkTarget });
export const RenameFile = z.strictObject({ id: Id, name: FileName });
export const EditLink = z.strictObject({ id: Id, name: Name, link: LinkTarget });
export const MoveDoc = z.strictObject({ id: Id, folderId: Id });
/** `newId` is what the copy gets. */
export const CopyDoc = z.strictObject({ id: Id, folderId: Id, newId: NewId });
export const RemoveDoc = z.strictObject({ id: Id });
export const RestoreDoc = z.strictObject({ id: Id });

/** Blank, null and absent all mean "no note". */
const note = z
  .string({ error: 'Must be text' })
  .nullish()
  .transform((text) => (text && !isBlank(text) ? text : undefined))
  .pipe(line({ required: 'Required', max: commandBounds.note.value }).optional());

/** `note`: what is new, for the list of versions. */
export const ReplaceFile = z.strictObject({
  id: Id,
  uploadId: idOr('Please choose a file'),
  note,
});
export const RestoreFileVersion = z.strictObject({ id: Id, fileVersion: FileVersion });

export const FileCommands = {
  'add-file': managed(placing('admin', AddFile)),
  'rename-file': managed(placing('admin', RenameFile)),
  'move-file': managed(placing('admin', MoveDoc)),
  'copy-file': managed(placing('admin', CopyDoc)),
  'remove-file': command('signed-in', RemoveDoc),
  'restore-file': placing('signed-in', RestoreDoc),
  'replace-file': managed(command('admin', ReplaceFile)),
  'restore-file-version': managed(command('admin', RestoreFileVersion)),
};

export const LinkCommands = {
  'add-link': managed(placing('admin', AddLink)),
  'edit-link': managed(placing('admin', EditLink)),
  'move-link': managed(placing('admin', MoveDoc)),
  'copy-link': managed(placing('admin', CopyDoc)),
  'remove-link': command('signed-in', RemoveDoc),
  'restore-link': placing('signed-in', RestoreDoc),
};

const folderId = z.uuid();
/** Another name than before, where that was taken. */
const name = z.string().optional();
const moved = z.strictObject({ folderId, fromFolderId: folderId, name });
/** The id of what it is a copy of. */
const copyOf = z.uuid().optional();

const content = { blob: z.string(), size: z.number(), mediaType: z.string() };

export const DocEvents = {
  /** A file with its first version. */
  FileAdded: z.strictObject({ folderId, name: z.string(), ...content, copyOf }),
  FileRenamed: z.strictObject({ folderId, name: z.string() }),
  FileMoved: moved,
  FileRemoved: z.strictObject({ folderId }),
  FileRestored: z.strictObject({ folderId, name }),
  /** Its contents are gone for good. */
  FilePurged: z.strictObject({ folderId }),
  FileReplaced: z.strictObject({
    folderId,
    fileVersion: z.number(),
    ...content,
    note: z.string().optional(),
  }),
  /** `fileVersion` is a new one, with the content of version `from`. */
  FileVersionRestored: z.strictObject({
    folderId,
    fileVersion: z.number(),
    from: z.number(),
    ...content,
  }),
  LinkAdded: z.strictObject({ folderId, name: z.string(), link: z.string(), copyOf }),
  LinkEdited: z.strictObject({ folderId, name: z.string(), link: z.string() }),
  LinkMoved: moved,
  LinkRemoved: z.strictObject({ folderId }),
  LinkRestored: z.strictObject({ folderId, name }),
  LinkPurged: z.strictObject({ folderId }),
  ...AcknowledgementEvents,
};

/**
 * Who did something. `email` is empty once the account is gone; `name` is there where it is that of one
 * employee.
 */
export interface ActorView {
  readonly id: string;
  readonly email: string;
  readonly name?: string;
  /** Their photo, as `file` of the employee. */
  readonly file?: string;
}

/** `changedAt` is ISO-8601 UTC: when it was added, renamed, moved or given other content last. */
interface DocView {
  readonly id: string;
  readonly name: string;
  readonly folderId: string;
  readonly dateAdded: string;
  readonly timestamp: number;
  readonly searchTerms: readonly string[];
  readonly version: number;
  readonly addedBy: ActorView;
  readonly changedBy: ActorView;
  readonly changedAt: string;
}

/** An uploaded file; `url` is `/files/{id}`, `size` is in bytes, `fileVersion` counts its contents from 1. */
export interface FileView extends DocView {
  readonly type: 'doc';
  readonly url: string;
  readonly size: number;
  readonly mediaType: string;
  readonly fileVersion: number;
  /** Only where its text can't be searched, with why. */
  readonly searchable?: false;
  readonly reason?: string;
}

/**
 * One content of a file, whose bytes are at `/files/{id}?version=`. `at` is ISO-8601 UTC; `email` is empty
 * once the account is gone; `from`: the version that was restored with it.
 */
export interface FileVersionView {
  readonly fileVersion: number;
  readonly size: number;
  readonly mediaType: string;
  readonly note?: string;
  readonly from?: number;
  readonly at: string;
  readonly by: ActorView;
  readonly current: boolean;
}

/** `GET /api/files/{id}/versions`: the newest first. */
export interface FileVersions {
  readonly versions: readonly FileVersionView[];
}

export interface LinkView extends DocView {
  readonly type: 'link';
  readonly link: string;
}
