import { LRUCache } from 'lru-cache';
import type { ReadDatabase } from '../read-model/database.js';
import { chainRows } from '../read-model/present.js';
import type { Projected } from '../read-model/projector.js';
import {
  tableOf,
  type DocRow,
  type EmployeeRow,
  type ErrorRow,
  type FolderRow,
  type Row,
} from '../read-model/rows.js';
import { pathOf } from '../read-model/source.js';
import { docView, employeeView, errorView, folderView } from '../read-model/views.js';

/** Rows as screens get them; a folder's path is looked up once and remembered until folders move. */
export class RowViews {
  private readonly paths = new LRUCache<string, string>({ max: 2000 });

  constructor(private readonly database: ReadDatabase) {}

  async of(stream: string, row: Row): Promise<unknown> {
    switch (tableOf(stream)) {
      case 'folders':
        return folderView(row as FolderRow, await this.parentPath(row as FolderRow));
      case 'docs':
        return docView(row as DocRow);
      case 'employees':
        return employeeView(row as EmployeeRow);
      case 'errors':
        return errorView(row as ErrorRow);
      case undefined:
        return undefined;
    }
  }

  changed(changes: readonly Projected[]): void {
    if (changes.some(({ event }) => event.type === 'FolderMoved')) this.paths.clear();
  }

  private async parentPath({ parentId }: FolderRow): Promise<string> {
    if (parentId === null) return '';
    const known = this.paths.get(parentId);
    if (known !== undefined) return known;
    const path = pathOf(await chainRows(this.database, parentId));
    this.paths.set(parentId, path);
    return path;
  }
}
