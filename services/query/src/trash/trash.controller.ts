import { listBounds } from '@feusa/contracts/bounds';
import { ERASED } from '@feusa/contracts/personal';
import type { Crumb, TrashItem } from '@feusa/contracts/views';
import { At } from '@feusa/contracts/live';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, By } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { z } from 'zod';
import { After } from '../ask.js';
import { chainRows } from '../read-model/present.js';
import { ReadModel } from '../read-model/read-model.js';
import type { DocRow, EmployeeRow, FolderRow, Row } from '../read-model/rows.js';
import { crumb } from '../read-model/source.js';

const Ask = After.extend({ at: At }).strict();
/** Of each kind. */
const SHOWN = listBounds.removed.value;
const removed = `removed_at is not null order by removed_at desc limit ${SHOWN}`;

interface Place {
  readonly ancestors: readonly Crumb[];
  readonly parentRemoved: boolean;
}

/** What was removed and can be restored, now or as it was: never who was erased. */
@Controller('api/trash')
@Access('admin')
export class TrashController {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  /** What is removed, or was at a time, newest first: where it was, by whom and when. */
  @Get()
  async list(
    @Query(parsed(Ask)) ask: z.output<typeof Ask>,
    @By() by: SessionUser,
  ): Promise<{ items: TrashItem[] }> {
    const { past } = await this.model.sourceFor(ask, by);
    const [{ folders, docs, employees }, accounts] = await Promise.all([
      past ? past.removed() : this.removedNow(),
      this.model.store.accounts(),
    ]);
    const emails = new Map(accounts.map(({ id, email }) => [id, email]));
    const whose = (row: Row) => emails.get(row.removedBy ?? '') ?? row.removedBy ?? '';
    const chain: Chain = (id) => (past ? past.wholeChain(id) : chainRows(this.model.database, id));
    const people = employees.filter(({ email }) => email !== ERASED);
    const newest = [...folders, ...docs, ...people].sort(byRemoval).slice(0, 3 * SHOWN);
    return { items: await Promise.all(newest.map((row) => itemOf(row, whose(row), chain))) };
  }

  private async removedNow() {
    const { database } = this.model;
    const [folders, docs, employees] = await Promise.all([
      database.where('folders', removed),
      database.where('docs', removed),
      database.where('employees', removed),
    ]);
    return { folders, docs, employees };
  }
}

type Chain = (id: string) => Promise<readonly FolderRow[]>;

const byRemoval = (a: Row, b: Row) => ((a.removedAt ?? '') < (b.removedAt ?? '') ? 1 : -1);

async function itemOf(
  row: FolderRow | DocRow | EmployeeRow,
  removedBy: string,
  chain: Chain,
): Promise<TrashItem> {
  const item = { id: row.id, removedAt: row.removedAt ?? '', removedBy };
  if ('firstName' in row) {
    const name = `${row.firstName} ${row.lastName}`;
    return { ...item, type: 'employee', name, ...(await placeOf(null, chain)) };
  }
  const isDoc = 'folderId' in row;
  const type = !isDoc ? 'folder' : row.kind === 'link' ? 'link' : 'doc';
  const place = await placeOf(isDoc ? row.folderId : row.parentId, chain);
  return { ...item, type, name: row.name, ...place };
}

async function placeOf(folderId: string | null, chainOf: Chain): Promise<Place> {
  if (folderId === null) return { ancestors: [], parentRemoved: false };
  const chain = await chainOf(folderId);
  return {
    ancestors: chain.map(crumb),
    parentRemoved: chain.some(({ removedAt }) => removedAt !== null),
  };
}
