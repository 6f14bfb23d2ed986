import type { DocEvents } from '@feusa/contracts/docs';
import type { DomainEvent } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';

/** What is in a file: `blob` is the SHA-256 of its bytes in hex, `size` in bytes. */
export interface Content {
  readonly blob: string;
  readonly size: number;
  readonly mediaType: string;
}

interface Versioned {
  readonly folderId: string;
  readonly name: string;
  readonly versions: readonly Content[];
}

/** The contents of a file after its next event. */
export const versionsAfter = (
  versions: readonly Content[],
  { data }: DomainEvent<keyof typeof DocEvents>,
): readonly Content[] => ('blob' in data ? [...versions, contentOf(data)] : versions);

/** Another content as the newest version; nothing where it is what the file has already. */
export function replace(
  file: Versioned,
  upload: (Content & { readonly name: string }) | undefined,
  note: string | undefined,
): DomainEvent<'FileReplaced'> | undefined {
  if (!upload) return refuse('upload/not-found');
  requireSameType(file.name, upload.name);
  const next = nextOf(file, upload);
  if (!next) return undefined;
  return { type: 'FileReplaced', data: { ...next, ...(note !== undefined && { note }) } };
}

/** The content of an earlier version as the newest one; nothing where it is what the file has already. */
export function restoreVersion(
  file: Versioned,
  from: number,
): DomainEvent<'FileVersionRestored'> | undefined {
  const content = file.versions[from - 1] ?? refuse('file/version-not-found');
  const next = nextOf(file, content);
  return next && { type: 'FileVersionRestored', data: { ...next, from } };
}

function nextOf({ folderId, versions }: Versioned, content: Content) {
  if (versions.at(-1)?.blob === content.blob) return undefined;
  return { folderId, fileVersion: versions.length + 1, ...contentOf(content) };
}

const contentOf = ({ blob, size, mediaType }: Content): Content => ({ blob, size, mediaType });

/** The name stays, and tells of what type the file is. */
function requireSameType(name: string, uploaded: string): void {
  const extension = extensionOf(name);
  if (sameAs(extensionOf(uploaded)) === sameAs(extension)) return;
  const text =
    extension === '' ? 'Choose a file without an extension' : `Choose a .${extension} file`;
  refuse('file/other-type', { fields: { uploadId: text } });
}

const extensionOf = (name: string): string =>
  /(?<=.\.)[^.\s]{1,20}$/s.exec(name)?.[0].toLowerCase() ?? '';

/** Extensions of one type. */
const others: Readonly<Record<string, string>> = {
  ...{ jpeg: 'jpg', jpe: 'jpg', tiff: 'tif', htm: 'html', markdown: 'md', yaml: 'yml' },
  ...{ mpeg: 'mpg', midi: 'mid', aiff: 'aif' },
};
const sameAs = (extension: string): string =>
  Object.hasOwn(others, extension) ? others[extension]! : extension;
