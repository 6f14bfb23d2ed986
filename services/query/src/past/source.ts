import type { EventStore } from '@feusa/adapters/event-store/port';
import type { StoredEvent } from '@feusa/contracts/events';
import {
  evolveRow,
  type DocRow,
  type EmployeeRow,
  type FolderRow,
  type Row,
} from '../read-model/rows.js';
import type { ContentSource } from '../read-model/source.js';
import type { PastDatabase } from './database.js';
import { NOUNS, NOWHERE, positionsOf, type Version } from './version.js';

const FOLDERS = [NOUNS.folder!];
const DOCS = [NOUNS.file!, NOUNS.link!];
const PEOPLE = [NOUNS.employee!];

type Log = Pick<EventStore, 'readAt'>;

/** What of the past is asked for beside the contents of folders. */
export interface PastSource extends ContentSource {
  /** A folder and its ancestors from the top down, removed or not. */
  wholeChain(id: string): Promise<readonly FolderRow[]>;
  /** One who was there. */
  employee(id: string): Promise<EmployeeRow | undefined>;
  removed(): Promise<{
    readonly folders: readonly FolderRow[];
    readonly docs: readonly DocRow[];
    readonly employees: readonly EmployeeRow[];
  }>;
}

/** The company as it was just after a position. */
export function pastSource(database: PastDatabase, log: Log, position: number): PastSource {
  const rows = async <T extends Row>(versions: Promise<readonly Version[]>) =>
    (await rowsOf(log, await versions)) as T[];
  const at = <T extends Row>(nouns: readonly number[], parent?: string, removed = false) =>
    rows<T>(database.at(position, { nouns, parent: parent ?? null, removed }));
  const chainOf = async (id: string) =>
    (await rows<FolderRow>(database.chain(id, position))).toReversed();
  return {
    async chain(id) {
      const chain = await chainOf(id);
      const whole = chain[0]?.parentId === null && chain.every((row) => row.removedAt === null);
      return whole ? chain : undefined;
    },
    wholeChain: chainOf,
    children: (parentId) => at<FolderRow>(FOLDERS, parentId ?? NOWHERE),
    docs: (folderId) => at<DocRow>(DOCS, folderId),
    allFolders: () => at<FolderRow>(FOLDERS),
    allDocs: () => at<DocRow>(DOCS),
    allEmployees: () => at<EmployeeRow>(PEOPLE),
    async employee(id) {
      const versions = database.latest([{ noun: NOUNS.employee!, id }], position);
      const [row] = await rows<EmployeeRow>(versions);
      return row?.removedAt === null ? row : undefined;
    },
    async removed() {
      const [folders, docs, employees] = await Promise.all([
        at<FolderRow>(FOLDERS, undefined, true),
        at<DocRow>(DOCS, undefined, true),
        at<EmployeeRow>(PEOPLE, undefined, true),
      ]);
      return { folders, docs, employees };
    },
  };
}

/** What is read at once: the database finds the next events while these are taken apart. */
const AT_ONCE = 4000;

async function rowsOf(log: Log, versions: readonly Version[]): Promise<Row[]> {
  const positions = versions.flatMap(positionsOf);
  const starts = Array.from(
    { length: Math.ceil(positions.length / AT_ONCE) },
    (_, n) => n * AT_ONCE,
  );
  const events = new Map<number, StoredEvent>();
  await Promise.all(
    starts.map(async (start) => {
      for (const event of await log.readAt(positions.slice(start, start + AT_ONCE)))
        events.set(event.position, event);
    }),
  );
  return versions.map((version) => rowOf(version, events));
}

/** Each event says a part of the row anew, whichever came between. */
function rowOf(version: Version, events: ReadonlyMap<number, StoredEvent>): Row {
  const { id, addedAt } = version;
  let row: Row | undefined = { id, version: 0, addedAt, removedAt: null, removedBy: null } as Row;
  for (const position of positionsOf(version).sort((a, b) => a - b)) {
    const event = events.get(position);
    row = event && evolveRow(row, event);
    if (!row) throw new Error(`the past of ${id} does not fit the event at ${position}`);
  }
  return { ...row, version: version.version };
}
