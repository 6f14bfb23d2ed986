import { IsNull } from 'typeorm';
import type { ReadModel, Source } from '../read-model/read-model.js';

/** What the groups are called that are there, now or as it was, by id. */
export async function groupNames(
  { database }: Pick<ReadModel, 'database'>,
  { past }: Pick<Source, 'past'>,
): Promise<ReadonlyMap<string, string>> {
  const rows = past
    ? await past.allGroups()
    : await database.repository('groups').findBy({ removedAt: IsNull() });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
