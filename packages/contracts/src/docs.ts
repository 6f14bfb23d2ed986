import { commandBounds } from './bounds.js';
import { z } from 'zod';
import { command, placing } from './access.js';
import { Id, Name, NewId, idOr } from './text.js';

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
export const RemoveDoc = z.strictObject({ id: Id });
export const RestoreDoc = z.strictObject({ id: Id });

export const FileCommands = {
  'add-file': placing('admin', AddFile),
  'remove-file': command('signed-in', RemoveDoc),
  'restore-file': placing('signed-in', RestoreDoc),
};

export const LinkCommands = {
  'add-link': placing('admin', AddLink),
  'remove-link': command('signed-in', RemoveDoc),
  'restore-link': placing('signed-in', RestoreDoc),
};

const folderId = z.uuid();
/** Another name than before, where that was taken. */
const name = z.string().optional();

export const DocEvents = {
  FileAdded: z.strictObject({
    folderId,
    name: z.string(),
    blob: z.string(),
    size: z.number(),
    mediaType: z.string(),
  }),
  FileRemoved: z.strictObject({ folderId }),
  FileRestored: z.strictObject({ folderId, name }),
  LinkAdded: z.strictObject({ folderId, name: z.string(), link: z.string() }),
  LinkRemoved: z.strictObject({ folderId }),
  LinkRestored: z.strictObject({ folderId, name }),
};

interface DocView {
  readonly id: string;
  readonly name: string;
  readonly folderId: string;
  readonly dateAdded: string;
  readonly timestamp: number;
  readonly searchTerms: readonly string[];
  readonly version: number;
}

/** An uploaded file; `url` is `/files/{id}`, `size` is in bytes. */
export interface FileView extends DocView {
  readonly type: 'doc';
  readonly url: string;
  readonly size: number;
  readonly mediaType: string;
}

export interface LinkView extends DocView {
  readonly type: 'link';
  readonly link: string;
}
