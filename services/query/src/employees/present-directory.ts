import { listBounds } from '@feusa/contracts/bounds';
import type { ReadDatabase } from '../read-model/database.js';
import type { EmployeeRow } from '../read-model/rows.js';
import { ChangedEmployees } from './changed-employees.js';
import { Directory } from './directory.js';
import { StoredDirectory } from './stored-directory.js';

const MOST = listBounds.directory.value;

/** The directory as it is: in memory, or left in the tables where it is larger than that may be. */
export class PresentDirectory {
  /** Undefined where it is too large, or not filled yet. */
  memory: Directory | undefined;
  private readonly stored: StoredDirectory;
  private latest = new ChangedEmployees();

  constructor(
    database: ReadDatabase,
    private readonly most = MOST,
  ) {
    this.stored = new StoredDirectory(database);
  }

  /** Where its answers come from. */
  get source(): Directory | StoredDirectory {
    return this.memory ?? this.stored;
  }

  /** Begins anew; `position`: what the people that are taken in now hold at least. */
  begin(position: number): DirectoryFilling {
    let filled: Directory | undefined = new Directory();
    return {
      add: (rows) => {
        filled?.add(rows);
        if (filled && filled.size > this.most) filled = undefined;
        return filled !== undefined;
      },
      end: () => {
        filled?.sort();
        this.latest = new ChangedEmployees(position);
        this.memory = filled;
      },
    };
  }

  /** Takes in how the event at a position has left somebody. */
  take(row: EmployeeRow, position: number): void {
    this.memory?.take(row);
    this.latest.add(row.id, position);
    if (this.memory && this.memory.size > this.most) this.memory = undefined;
  }

  /** Those of these who are there, as JSON by id. */
  async known(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { memory } = this;
    if (!memory) return this.stored.known(ids);
    return new Map(
      ids.flatMap((id) => {
        const json = memory.json(id);
        return json === undefined ? [] : [[id, json] as const];
      }),
    );
  }

  /** Who has changed since, as an object without its last brace; undefined where that is too long ago. */
  async changedSince(position: number): Promise<Buffer | undefined> {
    const ids = this.latest.since(position);
    if (!ids) return undefined;
    const known = await this.known([...ids]);
    const removed = [...ids].filter((id) => !known.has(id));
    const changed = [...known.values()].join();
    return Buffer.from(`{"changed":[${changed}],"removed":${JSON.stringify(removed)}`);
  }
}

interface DirectoryFilling {
  /** Says whether the others are needed, too. */
  add(rows: readonly EmployeeRow[]): boolean;
  /** From here on they are the directory. */
  end(): void;
}
