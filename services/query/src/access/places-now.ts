import type { ReadDatabase } from '../read-model/database.js';

interface Placed {
  readonly id: string;
  readonly folder: string;
}

/** The folders in which documents and links lie by now, removed or not, by their ids. */
export async function placesNow(
  database: Pick<ReadDatabase, 'prepared' | 'schema'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const text = `select id, folder_id as folder from "${database.schema}".docs where id = any($1)`;
  const rows = await database.prepared<Placed>('places now', text, [ids]);
  return new Map(rows.map(({ id, folder }) => [id, folder]));
}
