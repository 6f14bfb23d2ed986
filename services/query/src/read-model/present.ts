import { streamOf } from '@feusa/contracts/events';
import type { ReadDatabase } from './database.js';
import { isThere, type SingleRows } from './known-rows.js';
import type { DocRow, TableName, Tables } from './rows.js';
import type { ContentSource } from './source.js';

const present = 'removed_at is null';

/** The read model's tables as they are now. */
export const presentSource = (database: ReadDatabase, rows: SingleRows): ContentSource => ({
  async chain(id) {
    const chain = await rows.chain(id);
    return isThere(chain) ? chain : undefined;
  },
  children: (parentId) =>
    parentId === null
      ? database.where('folders', `parent_id is null and ${present}`)
      : database.where('folders', `parent_id = $1 and ${present}`, [parentId]),
  file: async (id) => (await rows.row(streamOf('file', id))) as DocRow | undefined,
  docs: (folderId) => database.where('docs', `folder_id = $1 and ${present}`, [folderId]),
  allFolders: () => inPages(database, 'folders'),
  allDocs: () => inPages(database, 'docs'),
  allEmployees: () => database.where('employees', present),
});

const PAGE = 1000;

async function inPages<T extends TableName>(
  database: ReadDatabase,
  table: T,
): Promise<Tables[T][]> {
  const rows: Tables[T][] = [];
  for await (const page of pagesOf(database, table)) rows.push(...page);
  return rows;
}

/** Everything that is not removed, a page at a time: others have their turn in between. */
export async function* pagesOf<T extends TableName>(
  database: ReadDatabase,
  table: T,
): AsyncGenerator<Tables[T][]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await database.where(table, `${present} and id > $1 order by id limit ${PAGE}`, [
      after,
    ]);
    yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}
