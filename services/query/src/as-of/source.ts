import type { EventStore } from '@feusa/event-log/store/port';
import type { StoredEvent } from '@feusa/contracts/events';
import {
  evolveRow,
  type DocRow,
  type EmployeeRow,
  type FolderRow,
  type GroupRow,
  type Row,
} from '../read-model/rows.js';
import type { ContentSource } from '../read-model/source.js';
import type { HistoryDatabase, Placed } from './database.js';
import { NOUNS, NOWHERE, type Version } from './version.js';

const FOLDERS = [NOUNS.folder!];
const DOCS = [NOUNS.file!, NOUNS.link!];
const GROUPS = [NOUNS.group!];
const PEOPLE = [NOUNS.employee!];

type Log = Pick<EventStore, 'readAt'>;

/** What of the past is asked for beside the contents of folders. */
export interface AsOfSource extends ContentSource {
  /** How many lay directly in each of these folders, which may be read; none is left out. */
  foldersIn(parents: readonly string[]): Promise<ReadonlyMap<string, number>>;
  docsIn(parents: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Which documents and links those are. */
  placedIn(parents: readonly string[]): Promise<readonly Placed[]>;
  /** A folder and its ancestors from the top down, removed or not. */
  wholeChain(id: string): Promise<readonly FolderRow[]>;
  employee(id: string): Promise<EmployeeRow | undefined>;
  allGroups(): Promise<readonly GroupRow[]>;
  removed(): Promise<{
    readonly folders: readonly FolderRow[];
    readonly docs: readonly DocRow[];
    readonly employees: readonly EmployeeRow[];
  }>;
}

/** The company as it was just after a position. */
export function asOfSource(database: HistoryDatabase, log: Log, position: number): AsOfSource {
  const rows = async <T extends Row>(versions: Promise<readonly Version[]>) =>
    (await rowsOf(log, await versions)) as T[];
  const all = <T extends Row>(nouns: readonly number[], removed = false) =>
    rows<T>(database.all(position, nouns, removed));
  const inPlace = <T extends Row>(nouns: readonly number[], parent: string | null) =>
    rows<T>(database.inFolder(position, nouns, parent ?? NOWHERE));
  const chainOf = async (id: string) =>
    (await rows<FolderRow>(database.chain(id, position))).toReversed();
  const one = async <T extends Row>(noun: number, id: string) => {
    const [row] = await rows<T>(database.latest([{ noun, id }], position));
    return row?.removedAt === null ? row : undefined;
  };
  return {
    async chain(id) {
      const chain = await chainOf(id);
      const whole = chain[0]?.parentId === null && chain.every((row) => row.removedAt === null);
      return whole ? chain : undefined;
    },
    wholeChain: chainOf,
    children: (parentId) => inPlace<FolderRow>(FOLDERS, parentId),
    docs: (folderId) => inPlace<DocRow>(DOCS, folderId),
    foldersIn: (parents) => database.countIn(position, FOLDERS, parents),
    docsIn: (parents) => database.countIn(position, DOCS, parents),
    placedIn: (parents) => database.layIn(position, DOCS, parents),
    allFolders: () => all<FolderRow>(FOLDERS),
    allDocs: () => all<DocRow>(DOCS),
    allEmployees: () => all<EmployeeRow>(PEOPLE),
    allGroups: () => all<GroupRow>(GROUPS),
    file: (id) => one<DocRow>(NOUNS.file!, id),
    employee: (id) => one<EmployeeRow>(NOUNS.employee!, id),
    async removed() {
      const [folders, docs, employees] = await Promise.all([
        all<FolderRow>(FOLDERS, true),
        all<DocRow>(DOCS, true),
        all<EmployeeRow>(PEOPLE, true),
      ]);
      return { folders, docs, employees };
    },
  };
}

/** What is read at once: the database finds the next events while these are taken apart. */
const AT_ONCE = 1000;

/** The rows in any order. What is personal comes from the log, which tells no more than it may. */
async function rowsOf(log: Log, versions: readonly Version[]): Promise<Row[]> {
  const said = new Map<number, Version>();
  const rows: Row[] = [];
  for (const version of versions) {
    if (version.content === null) rows.push(version.row);
    else said.set(version.content, version);
  }
  const positions = [...said.keys()];
  const goes = Math.ceil(positions.length / AT_ONCE);
  await Promise.all(
    Array.from({ length: goes }, async (_, go) => {
      for (const event of await log.readAt(positions.slice(go * AT_ONCE, (go + 1) * AT_ONCE)))
        rows.push(rowOf(said.get(event.position)!, event));
    }),
  );
  if (rows.length < versions.length) throw new Error('the log lacks events that its past names');
  return rows;
}

/** Removed and restored, it is what was said of it before. */
function rowOf({ row }: Version, event: StoredEvent): Row {
  const said = evolveRow(row, event)!;
  return said.version === row.version ? said : { ...said, version: row.version };
}
