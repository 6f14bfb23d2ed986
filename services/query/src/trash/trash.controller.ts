import type { Crumb, TrashItem } from '@feusa/contracts/views';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { z } from 'zod';
import { After } from '../ask.js';
import { chainRows } from '../read-model/present.js';
import { ReadModel } from '../read-model/read-model.js';
import type { DocRow, EmployeeRow, FolderRow, Row } from '../read-model/rows.js';
import { crumb } from '../read-model/source.js';

const Ask = After.strict();
const removed = 'removed_at is not null order by removed_at desc limit 1000';

interface Place {
  readonly ancestors: readonly Crumb[];
  readonly parentRemoved: boolean;
}

@Controller('api/trash')
@Access('admin')
export class TrashController {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  /** What was removed, newest first: where it was, by whom and when. */
  @Get()
  async list(@Query(parsed(Ask)) { after }: z.output<typeof Ask>): Promise<{ items: TrashItem[] }> {
    const { progress, database, store } = this.model;
    await progress.reached(after);
    const [folders, docs, employees, accounts] = await Promise.all([
      database.where('folders', removed),
      database.where('docs', removed),
      database.where('employees', removed),
      store.accounts(),
    ]);
    const emails = new Map(accounts.map(({ id, email }) => [id, email]));
    const by = (row: Row) => emails.get(row.removedBy ?? '') ?? row.removedBy ?? '';
    const items = await Promise.all([
      ...folders.map((row) => this.folder(row, by(row))),
      ...docs.map((row) => this.doc(row, by(row))),
      ...employees.map((row) => employeeItem(row, by(row))),
    ]);
    return { items: items.sort((a, b) => (a.removedAt < b.removedAt ? 1 : -1)) };
  }

  private async folder(row: FolderRow, removedBy: string): Promise<TrashItem> {
    return {
      ...item(row, removedBy),
      type: 'folder',
      name: row.name,
      ...(await this.place(row.parentId)),
    };
  }

  private async doc(row: DocRow, removedBy: string): Promise<TrashItem> {
    const type = row.kind === 'link' ? 'link' : 'doc';
    return { ...item(row, removedBy), type, name: row.name, ...(await this.place(row.folderId)) };
  }

  private async place(folderId: string | null): Promise<Place> {
    if (folderId === null) return { ancestors: [], parentRemoved: false };
    const chain = await chainRows(this.model.database, folderId);
    return {
      ancestors: chain.map(crumb),
      parentRemoved: chain.some(({ removedAt }) => removedAt !== null),
    };
  }
}

const item = ({ id, removedAt }: Row, removedBy: string) => ({
  id,
  removedAt: removedAt ?? '',
  removedBy,
});

const employeeItem = (row: EmployeeRow, removedBy: string): TrashItem => ({
  ...item(row, removedBy),
  type: 'employee',
  name: `${row.firstName} ${row.lastName}`,
  ancestors: [],
  parentRemoved: false,
});
