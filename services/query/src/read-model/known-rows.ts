import { streamOf } from '@feusa/contracts/events';
import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { LRUCache } from 'lru-cache';
import type { ReadDatabase } from './database.js';
import type { Projected } from './projector.js';
import { tableOf, type FolderRow, type Row } from './rows.js';

/** Rows other than error reports are a few short lines. */
const SMALL_ROW = 1024;

type Rows = ReadonlyMap<string, Row>;

export interface SingleRows {
  /** The row of a stream, removed or not. */
  row(stream: string): Promise<Row | undefined>;
  /** A folder and its ancestors from the top down, removed or not; incomplete where one is unknown. */
  chain(id: string): Promise<readonly FolderRow[]>;
}

/** Read each time, so that it takes as long whether or not they are there. */
export const storedRows = (
  database: Pick<ReadDatabase, 'rowsOf' | 'foldersUpFrom'>,
): SingleRows => ({
  row: async (stream) => (await database.rowsOf([stream])).get(stream),
  chain: (id) => chainRows(database, id),
});

/** Kept until they change, so that one reading serves all who ask for the same. */
export class KnownRows implements SingleRows {
  private readonly rows = new LRUCache<string, Row>({
    maxSize: memoryBounds.knownRows.value,
    sizeCalculation: (row, stream) =>
      tableOf(stream) === 'errors' ? JSON.stringify(row).length : SMALL_ROW,
  });
  private readonly reading = new Map<string, Promise<Rows>>();
  /** What was read before a change must not be remembered after it. */
  private round = 0;
  private generation = '';

  constructor(private readonly database: Pick<ReadDatabase, 'rowsOf' | 'foldersUpFrom'>) {}

  changed(changes: readonly Projected[], generation: string): void {
    this.round++;
    this.reading.clear();
    if (generation !== this.generation) this.rows.clear();
    this.generation = generation;
    for (const { event, row } of changes) this.rows.set(event.stream, row);
  }

  async row(stream: string): Promise<Row | undefined> {
    return this.rows.get(stream) ?? (await this.read([stream])).get(stream);
  }

  async find(streams: ReadonlySet<string>): Promise<Rows> {
    const rows = new Map<string, Row>();
    const missing: string[] = [];
    for (const stream of streams) {
      const row = this.rows.get(stream);
      if (row) rows.set(stream, row);
      else missing.push(stream);
    }
    if (missing.length > 0)
      for (const [stream, row] of await this.read(missing)) rows.set(stream, row);
    return rows;
  }

  async chain(id: string): Promise<readonly FolderRow[]> {
    return (await this.chains([id]))[0]!;
  }

  /** The same of many folders: what is not known of them is read at once. */
  async chains(ids: readonly string[]): Promise<readonly (readonly FolderRow[])[]> {
    const chains = ids.map((id) => chainIn((each) => this.folder(each), id));
    const missing = ids.filter((_, index) => !reachesTop(chains[index]!));
    if (missing.length === 0) return chains;
    const { round } = this;
    const rows = await this.database.foldersUpFrom(missing);
    if (round === this.round)
      for (const row of rows) this.rows.set(streamOf('folder', row.id), row);
    const read = byId(rows);
    return chains.map((chain, index) =>
      reachesTop(chain) ? chain : chainIn((each) => read.get(each), ids[index]!),
    );
  }

  private folder(id: string): FolderRow | undefined {
    return this.rows.get(streamOf('folder', id)) as FolderRow | undefined;
  }

  private async read(streams: readonly string[]): Promise<Rows> {
    const key = streams.join();
    const known = this.reading.get(key);
    if (known) return known;
    const reading = this.readRows(streams);
    this.reading.set(key, reading);
    try {
      return await reading;
    } finally {
      if (this.reading.get(key) === reading) this.reading.delete(key);
    }
  }

  private async readRows(streams: readonly string[]): Promise<Rows> {
    const { round } = this;
    const rows = await this.database.rowsOf(streams);
    if (round === this.round) for (const [stream, row] of rows) this.rows.set(stream, row);
    return rows;
  }
}

export async function chainRows(
  database: Pick<ReadDatabase, 'foldersUpFrom'>,
  id: string,
): Promise<FolderRow[]> {
  const rows = byId(await database.foldersUpFrom([id]));
  return chainIn((each) => rows.get(each), id);
}

const byId = (rows: readonly FolderRow[]) => new Map(rows.map((row) => [row.id, row]));

/** From the top down; incomplete where one of them is unknown. */
function chainIn(find: (id: string) => FolderRow | undefined, id: string): FolderRow[] {
  const chain: FolderRow[] = [];
  for (let at = find(id); at; at = at.parentId === null ? undefined : find(at.parentId)) {
    chain.unshift(at);
  }
  return chain;
}

/** Whether it begins with a folder that lies in none. */
const reachesTop = (chain: readonly FolderRow[]): boolean => chain[0]?.parentId === null;

/** Whether a folder is there, as all is that it lies in. */
export const isThere = (chain: readonly FolderRow[]): boolean =>
  reachesTop(chain) && chain.every(({ removedAt }) => removedAt === null);
