import type { ReadModel, Source } from '../read-model/read-model.js';
import type { FolderRow } from '../read-model/rows.js';
import { AccessModel } from './access-model.js';

/** What a folder's access follows from, now or as it was; `chain` reads the folder and all that it lies in then. */
export async function accessAt(
  { access, database }: Pick<ReadModel, 'access' | 'database'>,
  { past }: Pick<Source, 'past'>,
  chain: () => Promise<readonly FolderRow[] | undefined>,
): Promise<AccessModel> {
  if (!past) {
    await access.whole(database);
    return access;
  }
  const then = new AccessModel();
  for (const row of (await chain()) ?? []) then.take('folder-', row);
  for (const row of await past.allGroups()) then.take('group-', row);
  return then;
}
