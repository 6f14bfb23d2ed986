import { imageBounds } from '@feusa/contracts/bounds';
import { normalEmail } from '@feusa/contracts/text';
import type { SessionUser } from '@feusa/contracts/users';
import { managesAnything, type AccessLog } from '../access/managers.js';
import { DirectoryIndex, type DirectoryLog } from '../features/directory-index.js';

export type UploadersLog = AccessLog & DirectoryLog;

/**
 * How large an upload of somebody may be: a photo for who is in the directory and manages no folder, nothing for
 * who has nowhere to put it.
 */
export async function mostBytesOf(log: UploadersLog, by: SessionUser): Promise<number> {
  if (await managesAnything(log, by)) return Infinity;
  const directory = await DirectoryIndex.at(log, await log.head());
  return directory.called('email', normalEmail(by.email)).length > 0 ? imageBounds.size.value : 0;
}
