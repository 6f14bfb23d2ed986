import type { Change } from '@feusa/contracts/live';

export type Row = Readonly<Record<string, unknown>>;

/** Where the rows of a topic are asked for. */
export const pathOf = (topic: string): string => {
  if (topic === 'employees') return '/api/employees';
  return topic === 'folder:root' ? '/api/folders' : `/api/folders/${topic.slice(7)}`;
};

/** The rows of a page by their ids. */
export const rowsOf = (page: Row): ReadonlyMap<string, Row> =>
  new Map(
    ['folders', 'docs', 'employees']
      .flatMap((name) => (page[name] ?? []) as Row[])
      .map((row) => [String(row['id']), row]),
  );

/** What a browser shows of one topic. */
export class Screen {
  private readonly rows: Map<string, Row>;
  readonly disorder: string[] = [];

  constructor(
    readonly topic: string,
    rows: ReadonlyMap<string, Row>,
    /** Of the last change that is on it. */
    public position: number,
  ) {
    this.rows = new Map(rows);
  }

  take({ position, op, id, value }: Change): void {
    const at = Number(position);
    if (at <= this.position) {
      return void this.disorder.push(`${this.topic}: ${op} at ${at} came after ${this.position}`);
    }
    this.position = at;
    if (op === 'remove') this.rows.delete(id);
    else this.rows.set(id, value as Row);
  }

  differences(expected: ReadonlyMap<string, Row>): string[] {
    const ids = new Set([...this.rows.keys(), ...expected.keys()]);
    return [...ids]
      .filter((id) => textOf(this.rows.get(id)) !== textOf(expected.get(id)))
      .map(
        (id) =>
          `${this.topic}: ${id} ${versionOf(this.rows.get(id))}, not ${versionOf(expected.get(id))}`,
      );
  }
}

const textOf = (row: Row | undefined) =>
  row && JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));

const versionOf = (row: Row | undefined) =>
  row ? `at version ${String(row['version'])}` : 'absent';
