import { listBounds } from '@feusa/contracts/bounds';
import { ERASED } from '@feusa/contracts/personal';
import type { Crumb, TrashItem, TrashPage } from '@feusa/contracts/views';
import { At, Limit } from '@feusa/contracts/query-params';
import type { SessionUser } from '@feusa/contracts/users';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { IsNull, Not, Raw } from 'typeorm';
import type { z } from 'zod';
import { After, cursorOf, cursorTo } from '../query-params.js';
import { newestFirst, PageStart as Start } from '../newest-first.js';
import type { AsOfSource } from '../as-of/source.js';
import type { ActorOf } from '../read-model/actors.js';
import { chainRows } from '../read-model/known-rows.js';
import { ReadModel } from '../read-model/read-model.js';
import type { DocRow, EmployeeRow, FolderRow, Row } from '../read-model/rows.js';
import { crumb } from '../read-model/source.js';
import { goneFolders } from './statements.js';

export const TrashQuery = After.extend({
  at: At,
  limit: Limit.optional(),
  cursor: cursorTo(Start).optional(),
}).strict();
export type TrashQuery = z.output<typeof TrashQuery>;

const LIMIT = listBounds.removed.value;
const tables = ['folders', 'docs', 'employees'] as const;
const isRemoved = (table: (typeof tables)[number], schema: string) => ({
  removedAt: Not(IsNull()),
  ...(table === 'employees' && { email: Not(ERASED) }),
  ...(table === 'folders' && { purgedAt: IsNull(), parentId: notGone(schema) }),
  ...(table === 'docs' && { purgedAt: IsNull(), folderId: notGone(schema) }),
});
/** Not in a folder that was removed for good. */
const notGone = (schema: string) =>
  Raw((column) => `(${column} is null or ${column} not in ${goneFolders(schema)})`);

type Removed = FolderRow | DocRow | EmployeeRow;

/** Some of what was removed, the newest first and at least one more than was asked for, and how much there is. */
interface Found {
  readonly rows: readonly Removed[];
  readonly total: number;
}

interface FormerFolder {
  readonly ancestors: readonly Crumb[];
  readonly parentRemoved: boolean;
}

/** What is removed, or was at a time, newest first: where it was, by whom and when; never who was erased. */
export class ListTrash extends Query<TrashPage> {
  constructor(
    readonly params: TrashQuery,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(ListTrash)
export class ListTrashHandler implements IQueryHandler<ListTrash> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ params, by }: ListTrash): Promise<TrashPage> {
    const { limit = LIMIT, cursor: start } = params;
    const { past } = await this.model.sourceFor(params, by);
    const { rows, total } = past
      ? await removedAsOf(past, start)
      : await this.removedNow(start, limit);
    const chain = onceEach((id) =>
      past ? past.wholeChain(id) : chainRows(this.model.database, id),
    );
    const page = rows.slice(0, limit);
    const actorOf = await this.model.actors.known(page.map(({ removedBy }) => removedBy ?? ''));
    const last = page.at(-1);
    return {
      items: await Promise.all(page.map((row) => itemOf(row, removal(row, actorOf), chain))),
      next: last?.removedAt && rows.length > limit ? cursorOf([last.removedAt, last.id]) : null,
      total,
    };
  }

  private async removedNow(start: Start | undefined, limit: number): Promise<Found> {
    const { database } = this.model;
    const { schema } = database;
    const found = tables.map((table) => {
      const page = newestFirst<Removed>('removedAt', isRemoved(table, schema), start);
      return database.repository(table).find({ ...page, take: limit + 1 });
    });
    const counts = tables.map((table) =>
      database.repository(table).countBy(isRemoved(table, schema)),
    );
    const rows = (await Promise.all(found)).flat() as Removed[];
    const total = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    return { rows: rows.sort(byRemoval), total };
  }
}

async function removedAsOf(past: AsOfSource, start: Start | undefined): Promise<Found> {
  const { folders, docs, employees } = await past.removed();
  const people = employees.filter(({ email }) => email !== ERASED);
  const gone = await goneIn(folders, past);
  const things = [...folders, ...docs].filter(
    (row) => row.purgedAt === null && !gone(placeIdOf(row)),
  );
  const all = [...things, ...people].sort(byRemoval);
  const isAfter = (row: Removed) => !start || byPlace(placed(row), start) > 0;
  return { rows: all.filter(isAfter), total: all.length };
}

const placeIdOf = (row: FolderRow | DocRow): string | null =>
  'folderId' in row ? row.folderId : row.parentId;

/** Whether a folder was removed for good, or lies in one that was. */
async function goneIn(removed: readonly FolderRow[], past: AsOfSource) {
  if (removed.every(({ purgedAt }) => purgedAt === null)) return () => false;
  const folders = [...removed, ...(await past.allFolders())];
  const byId = new Map(folders.map((row) => [row.id, row]));
  return (id: string | null): boolean => {
    for (let at = byId.get(id ?? ''); at; at = byId.get(at.parentId ?? ''))
      if (at.purgedAt !== null) return true;
    return false;
  };
}

const placed = ({ removedAt, id }: Row): Start => [removedAt ?? '', id];
const byPlace = ([at, id]: Start, [otherAt, otherId]: Start) =>
  at === otherAt ? (id < otherId ? -1 : Number(id > otherId)) : at < otherAt ? 1 : -1;
const byRemoval = (a: Row, b: Row) => byPlace(placed(a), placed(b));

/** Much of what is removed lay in the same folders. */
function onceEach(chainOf: Chain): Chain {
  const known = new Map<string, ReturnType<Chain>>();
  return (id) => {
    const chain = known.get(id) ?? chainOf(id);
    known.set(id, chain);
    return chain;
  };
}

type Chain = (id: string) => Promise<readonly FolderRow[]>;

type Removal = Pick<TrashItem, 'removedAt' | 'removedBy' | 'by'>;

function removal({ removedAt, removedBy }: Row, actorOf: ActorOf): Removal {
  const by = actorOf(removedBy ?? '');
  const isKnown = by.email !== '';
  return {
    removedAt: removedAt ?? '',
    removedBy: isKnown ? by.email : (removedBy ?? ''),
    ...(isKnown && { by }),
  };
}

async function itemOf(row: Removed, removed: Removal, chain: Chain): Promise<TrashItem> {
  const item = { id: row.id, ...removed };
  if ('firstName' in row) {
    const name = `${row.firstName} ${row.lastName}`;
    return { ...item, type: 'employee', name, ...(await placeOf(null, chain)) };
  }
  const isDoc = 'folderId' in row;
  const type = !isDoc ? 'folder' : row.kind === 'link' ? 'link' : 'doc';
  const place = await placeOf(isDoc ? row.folderId : row.parentId, chain);
  const mediaType = isDoc && row.mediaType !== null && { mediaType: row.mediaType };
  return { ...item, type, name: row.name, ...place, ...mediaType };
}

async function placeOf(folderId: string | null, chainOf: Chain): Promise<FormerFolder> {
  if (folderId === null) return { ancestors: [], parentRemoved: false };
  const chain = await chainOf(folderId);
  return {
    ancestors: chain.map(crumb),
    parentRemoved: chain.some(({ removedAt }) => removedAt !== null),
  };
}
