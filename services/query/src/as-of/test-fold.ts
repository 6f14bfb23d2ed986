import type { EventStore } from '@feusa/event-log/store/port';
import {
  evolveRow,
  tableOf,
  type DocRow,
  type EmployeeRow,
  type FolderRow,
  type Row,
} from '../read-model/rows.js';
import type { ContentSource } from '../read-model/source.js';

const PAGE = 5000;

/** The company as it was just after a position, folded from the log. */
export async function foldedSource(
  store: Pick<EventStore, 'read'>,
  position: number,
): Promise<ContentSource> {
  const rows = await rowsAt(store, position);
  const of = <T extends Row>(table: string): T[] =>
    [...rows].flatMap(([stream, row]) =>
      tableOf(stream) === table && row.removedAt === null ? [row as T] : [],
    );
  const folders = of<FolderRow>('folders');
  const docs = of<DocRow>('docs');
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  return {
    chain: (id) => Promise.resolve(chainOf(byId, id)),
    children: (parentId) => Promise.resolve(folders.filter((row) => row.parentId === parentId)),
    file: (id) => Promise.resolve(docs.find((row) => row.id === id)),
    docs: (folderId) => Promise.resolve(docs.filter((row) => row.folderId === folderId)),
    allFolders: () => Promise.resolve(folders),
    allDocs: () => Promise.resolve(docs),
    allEmployees: () => Promise.resolve(of<EmployeeRow>('employees')),
  };
}

function chainOf(byId: ReadonlyMap<string, FolderRow>, id: string): FolderRow[] | undefined {
  const chain: FolderRow[] = [];
  for (let at: string | null = id; at !== null; at = chain[0]!.parentId) {
    const row = byId.get(at);
    if (!row) return undefined;
    chain.unshift(row);
  }
  return chain;
}

async function rowsAt(
  store: Pick<EventStore, 'read'>,
  position: number,
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (let after = 0; after < position;) {
    const events = await store.read(after, Math.min(PAGE, position - after));
    if (events.length === 0) break;
    for (const event of events) {
      const row = evolveRow(rows.get(event.stream), event);
      if (row) rows.set(event.stream, row);
    }
    after = events.at(-1)!.position;
  }
  return rows;
}
