import { memoryBounds } from '@feusa/contracts/memory-bounds';
import type { EmployeeView } from '@feusa/contracts/employees';
import { orgChart, type OrgChart } from '@feusa/contracts/org-chart';
import { LRUCache } from 'lru-cache';
import { openObject } from '../json.js';
import { byFirstName, inOrderOfNames } from '../order.js';
import type { EmployeeRow } from '../read-model/rows.js';
import { employeeView } from '../read-model/views.js';
import { cursorAfter, type SortedEmployee } from './cursor.js';

interface Entry {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly json: string;
}

const PAGES_BYTES = memoryBounds.directoryPages.value;

/** A directory, sorted and rendered, in memory: the one list that every screen reads whole. */
export class Directory {
  private readonly byId = new Map<string, Entry>();
  private sorted: Entry[] = [];
  private all: Buffer | undefined;
  private drawn: OrgChart | undefined;
  private chartJson: Buffer | undefined;
  private readonly pages = new LRUCache<string, Buffer>({
    maxSize: PAGES_BYTES,
    sizeCalculation: ({ length }) => length,
  });

  /** Takes in many who are not there yet, in any order; they are to be sorted after the last of them. */
  add(rows: readonly EmployeeRow[]): void {
    for (const row of rows) this.byId.set(row.id, entryOf(row));
  }

  sort(): void {
    this.sorted = inOrderOfNames([...this.byId.values()]);
    this.changed();
  }

  get size(): number {
    return this.byId.size;
  }

  take(row: EmployeeRow): void {
    if (row.removedAt === null) this.put(row);
    else this.remove(row.id);
  }

  private put(row: EmployeeRow): void {
    const entry = entryOf(row);
    const old = this.byId.get(row.id);
    this.byId.set(row.id, entry);
    this.changed();
    if (old && byFirstName(old, entry) === 0) {
      this.sorted[this.indexOf(old)] = entry;
      return;
    }
    if (old) this.sorted.splice(this.indexOf(old), 1);
    this.sorted.splice(this.indexOf(entry), 0, entry);
  }

  private remove(id: string): void {
    const old = this.byId.get(id);
    if (!old) return;
    this.byId.delete(id);
    this.sorted.splice(this.indexOf(old), 1);
    this.changed();
  }

  /** One person as JSON, undefined where there is none. */
  json(id: string): string | undefined {
    return this.byId.get(id)?.json;
  }

  /** Everybody: `{"employees":[…]` without the last brace. */
  everybody(): Buffer {
    return (this.all ??= Buffer.from(`{"employees":[${listOf(this.sorted)}]`));
  }

  /** People as screens get them, in the order of the list as it is now; each is made as it is asked for. */
  views(isWanted: (person: EmployeeView) => boolean = () => true): Iterable<EmployeeView> {
    return viewsOf([...this.sorted], isWanted);
  }

  /** Who reports to whom, as an object without its last brace. */
  chart(): Buffer {
    return (this.chartJson ??= openObject(this.orgChart()));
  }

  /** Those whose manager somebody is: an object without its last brace. */
  reports(id: string): Buffer {
    const people = this.orgChart().people.filter(({ managerId }) => managerId === id);
    const list = people.map((person) => this.json(person.id));
    return Buffer.from(`{"employees":[${list.join()}]`);
  }

  private orgChart(): OrgChart {
    return (this.drawn ??= orgChart([...this.views()]));
  }

  private changed(): void {
    this.all = undefined;
    this.drawn = undefined;
    this.chartJson = undefined;
    this.pages.clear();
  }

  /** The people after a place, and the cursor to the next ones: an object without its last brace. */
  page(limit: number, place: SortedEmployee | undefined): Buffer {
    const cursor = place && cursorAfter(place);
    const page = this.knownPage(limit, cursor) ?? this.makePage(limit, place);
    this.pages.set(pageKey(limit, cursor), page);
    return page;
  }

  /** A page that was asked for since somebody has changed. */
  knownPage(limit: number, cursor: string | undefined): Buffer | undefined {
    return this.pages.get(pageKey(limit, cursor));
  }

  private makePage(limit: number, place: SortedEmployee | undefined): Buffer {
    const start = place ? this.after(place) : 0;
    const people = this.sorted.slice(start, start + limit);
    const last = people.at(-1);
    const next = last && start + limit < this.sorted.length ? cursorAfter(last) : null;
    return Buffer.from(`{"employees":[${listOf(people)}],"next":${JSON.stringify(next)}`);
  }

  private after(place: SortedEmployee): number {
    const index = this.indexOf(place);
    const found = this.sorted[index];
    return found && byFirstName(found, place) === 0 ? index + 1 : index;
  }

  /** Where an entry is or belongs. */
  private indexOf(entry: SortedEmployee): number {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byFirstName(this.sorted[middle]!, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function* viewsOf(entries: readonly Entry[], isWanted: (person: EmployeeView) => boolean) {
  for (const { json } of entries) {
    const view = JSON.parse(json) as EmployeeView;
    if (isWanted(view)) yield view;
  }
}

const pageKey = (limit: number, cursor = ''): string => `${limit} ${cursor}`;

const listOf = (entries: readonly Entry[]) => entries.map(({ json }) => json).join();

function entryOf(row: EmployeeRow): Entry {
  const { id, firstName, lastName } = row;
  const view: EmployeeView = employeeView(row);
  return { id, firstName, lastName, json: JSON.stringify(view) };
}
