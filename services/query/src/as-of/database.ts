import { createHash } from 'node:crypto';
import { arrayParameter } from '@feusa/platform/array-parameter';
import { Outage } from '@feusa/platform/unavailable';
import type { ReadDatabase } from '../read-model/database.js';
import {
  ALL,
  CHAIN,
  COUNT_IN,
  CREATE,
  IN_PLACE,
  LAY_IN,
  LATEST,
  MEND_SNAPSHOTS,
  SNAPSHOT,
  WRITE,
} from './statements.js';
import { COLUMNS, storedOf, versionOf, type Stored } from './stored.js';
import { READABLE, type Version } from './version.js';

export const PAST_SCHEMA = 'past';

type Sql = Pick<ReadDatabase, 'source' | 'prepared' | 'shape' | 'inTurn'>;

export interface Thing {
  readonly noun: number;
  readonly id: string;
}

/** What nothing else is called. */
export const keyOf = ({ noun, id }: Thing): string => `${noun} ${id}`;

interface Counted {
  readonly id: string;
  readonly things: number;
}

/** Something, and the folder that it lay in. */
export interface Placed {
  readonly id: string;
  readonly parent: string;
}

interface Moved {
  readonly position: string;
}

function movedTo([moved]: readonly Moved[]): number {
  if (!moved) throw new Outage('the database has forgotten what was written of the past');
  return Number(moved.position);
}

function columnsOf(versions: readonly Version[]) {
  const rows = versions.map(storedOf);
  return COLUMNS.map((name) => arrayParameter(rows.map((row) => row[name])));
}

/** Every version of every thing, with the position from which on it was so. */
export class HistoryDatabase {
  constructor(
    private readonly sql: Sql,
    readonly schema = PAST_SCHEMA,
  ) {}

  /** Makes the tables where they are missing or of another shape: they come from the log again. */
  async prepare(): Promise<void> {
    await this.sql.inTurn(this.schema, async (_turn, shape) => {
      if (shape !== this.shape()) await this.create();
    });
  }

  /** An empty past at position 0, whatever was there before. */
  async create(): Promise<void> {
    await this.sql.source.query(`drop schema if exists "${this.schema}" cascade`);
    await this.sql.source.query(`create schema "${this.schema}"`);
    await this.sql.source.query(this.named(CREATE));
    await this.sql.source.query(`comment on schema "${this.schema}" is '${this.shape()}'`);
  }

  async checkpoint(): Promise<number> {
    const [row] = await this.sql.source.query<{ position: string }[]>(
      this.named('select position from past.progress'),
    );
    return Number(row?.position ?? 0);
  }

  /**
   * Writes versions and checkpoint in one statement, which need not wait for the disk. What is there
   * already stays as it is: whoever writes it says the same.
   * @throws Outage where the checkpoint has fallen behind `known`; nothing is written then
   */
  async write(versions: readonly Version[], position: number, known: number): Promise<number> {
    const values = [position, known, ...columnsOf(versions)];
    return movedTo(await this.run<Moved>('write', WRITE, values));
  }

  /**
   * Writes versions of one thing that were left out, the first of them at `since`, and mends the snapshots from there
   * on. The checkpoint stays.
   * @throws Outage where the checkpoint has fallen behind `known`; nothing is written then
   */
  async writeLate(
    versions: readonly Version[],
    { noun, id, since }: Thing & { readonly since: number },
    known: number,
  ): Promise<void> {
    await this.sql.source.transaction(async (manager) => {
      const values = [0, known, ...columnsOf(versions)];
      movedTo(await manager.query<Moved[]>(this.named(WRITE), values));
      // A snapshot that another process is about to write must not miss them either.
      await manager.query(this.named('lock table past.frames in share row exclusive mode'));
      await manager.query(this.named(MEND_SNAPSHOTS), [noun, id, since]);
    });
  }

  /**
   * Writes a snapshot of a noun where that is due, after `least` versions at the earliest. Everything up to the
   * position has been written.
   * @returns how many more versions of it there must be before the next can be due
   */
  async writeSnapshot(position: number, noun: number, least: number): Promise<number> {
    const [counted] = await this.run<{ left: number }>('snapshot', SNAPSHOT, [
      position,
      [noun],
      least,
    ]);
    return counted!.left;
  }

  /** The newest version of each of these things that is not later than a position. */
  async latest(things: readonly Thing[], position: number): Promise<Version[]> {
    const values = [position, things.map(({ noun }) => noun), things.map(({ id }) => id)];
    return (await this.run<Stored>('latest', LATEST, values)).map(versionOf);
  }

  /** What lay in a folder just after a position, of these nouns. */
  async inFolder(position: number, nouns: readonly number[], parent: string): Promise<Version[]> {
    return (await this.run<Stored>('place', IN_PLACE, [position, nouns, parent])).map(versionOf);
  }

  /** How many things of these nouns lay in each of these folders just after a position; none is left out. */
  async countIn(
    position: number,
    nouns: readonly number[],
    parents: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await this.run<Counted>('count', COUNT_IN, [position, nouns, parents]);
    return new Map(rows.map(({ id, things }) => [id, things]));
  }

  /** The things of these nouns that lay in any of these folders just after a position. */
  layIn(
    position: number,
    nouns: readonly number[],
    parents: readonly string[],
  ): Promise<readonly Placed[]> {
    return this.run<Placed>('lay', LAY_IN, [position, nouns, parents]);
  }

  /** All things of these nouns as they were just after a position: what was there, or what was removed. */
  async all(position: number, nouns: readonly number[], removed = false): Promise<Version[]> {
    const newest = new Map<string, Stored>();
    for (const stored of await this.run<Stored>('all', ALL, [position, nouns, removed])) {
      const key = keyOf(stored);
      const other = newest.get(key);
      if (!other || Number(other.position) < Number(stored.position)) newest.set(key, stored);
    }
    return [...newest.values()].filter((each) => each.removed === removed).map(versionOf);
  }

  /** A folder and all that it lay in, from itself upwards, removed or not. */
  async chain(id: string, position: number): Promise<Version[]> {
    return (await this.run<Stored>('chain', CHAIN, [position, id])).map(versionOf);
  }

  private run<T extends object>(name: string, text: string, values: unknown[]): Promise<T[]> {
    return this.sql.prepared<T>(`${this.schema} ${name}`, this.named(text), values);
  }

  /** A fingerprint of the tables, of the rows in them, and of the events that this release can read. */
  private shape(): string {
    const all = CREATE + READABLE + this.sql.shape();
    return createHash('sha256').update(all).digest('hex').slice(0, 16);
  }

  private named(text: string): string {
    return text.replaceAll('past.', `"${this.schema}".`);
  }
}
