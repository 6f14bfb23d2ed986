import { orgChart } from '@feusa/contracts/org-chart';
import type { EmployeeView } from '@feusa/contracts/employees';
import { openObject } from '../json.js';
import type { ReadDatabase } from '../read-model/database.js';
import type { EmployeeRow } from '../read-model/rows.js';
import { employeeView } from '../read-model/views.js';
import { cursorAfter, type SortedEmployee } from './cursor.js';

const AT_ONCE = 1000;

const jsonOf = (row: EmployeeRow): string => JSON.stringify(employeeView(row));
const isThere = ({ removedAt }: EmployeeRow) => removedAt === null;

/** The directory as it lies in the tables, for one that is too large to be kept in memory. */
export class StoredDirectory {
  constructor(private readonly database: ReadDatabase) {}

  /** Those of these who are there, as JSON by id. */
  async known(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = ids.length > 0 ? await this.database.find('employees', ids) : [];
    return new Map(rows.filter(isThere).map((row) => [row.id, jsonOf(row)]));
  }

  async json(id: string): Promise<string | undefined> {
    return (await this.known([id])).get(id);
  }

  /** The people after a place, and the cursor to the next ones: an object without its last brace. */
  async page(limit: number, start: SortedEmployee | undefined): Promise<Buffer> {
    const rows = await this.database.peopleAfter(start, limit + 1);
    const people = rows.slice(0, limit);
    const last = people.at(-1);
    const next = last && rows.length > limit ? cursorAfter(last) : null;
    return Buffer.from(
      `{"employees":[${people.map(jsonOf).join()}],"next":${JSON.stringify(next)}`,
    );
  }

  /** Everybody, some at a time: an object without its last brace. */
  async *everybody(): AsyncGenerator<string> {
    let text = '{"employees":[';
    let separator = '';
    for await (const rows of this.pages()) {
      yield `${text}${separator}${rows.map(jsonOf).join()}`;
      [text, separator] = ['', ','];
    }
    yield `${text}]`;
  }

  /** People as screens get them, in the order of the list. */
  async *views(isWanted: (person: EmployeeView) => boolean): AsyncGenerator<EmployeeView> {
    for await (const rows of this.pages())
      for (const row of rows) {
        const view = employeeView(row);
        if (isWanted(view)) yield view;
      }
  }

  async chart(): Promise<Buffer> {
    const people: EmployeeView[] = [];
    for await (const view of this.views(() => true)) people.push(view);
    return openObject(orgChart(people));
  }

  async reports(id: string): Promise<Buffer> {
    const below = await this.database.reportsOf(id);
    return Buffer.from(`{"employees":[${below.map(jsonOf).join()}]`);
  }

  private async *pages(): AsyncGenerator<EmployeeRow[]> {
    for (let start: SortedEmployee | undefined; ;) {
      const rows = await this.database.peopleAfter(start, AT_ONCE);
      if (rows.length > 0) yield rows;
      if (rows.length < AT_ONCE) return;
      start = rows.at(-1);
    }
  }
}
