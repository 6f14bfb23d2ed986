import { createHash } from 'node:crypto';
import { Outage } from '@feusa/adapters/unavailable';
import type { ReadDatabase } from '../read-model/database.js';
import { AT, CHAIN, CREATE, LATEST, WRITE } from './statements.js';
import { READABLE, type Version } from './version.js';

export const PAST_SCHEMA = 'past';

type Sql = Pick<ReadDatabase, 'source' | 'prepared'>;

/** A version as the driver gives it: positions are text where its pool does not parse them. */
type Stored = { readonly [K in keyof Version]: Version[K] | string | Date | null };

/** Every version of every thing, with the position from which on it was so. */
export class PastDatabase {
  constructor(
    private readonly sql: Sql,
    readonly schema = PAST_SCHEMA,
  ) {}

  /** Makes the tables where they are missing or of another shape: they come from the log again. */
  async prepare(): Promise<void> {
    const turn = this.sql.source.createQueryRunner();
    try {
      await turn.query('select pg_advisory_lock(hashtext($1))', [`feusa-${this.schema}`]);
      const [schema] = await this.sql.source.query<{ shape: string | null }[]>(
        `select obj_description(oid, 'pg_namespace') as shape from pg_namespace where nspname = $1`,
        [this.schema],
      );
      if (schema?.shape !== SHAPE) await this.create();
    } finally {
      await turn.query('select pg_advisory_unlock_all()').finally(() => turn.release());
    }
  }

  /** An empty past at position 0, whatever was there before. */
  async create(): Promise<void> {
    await this.sql.source.query(`drop schema if exists "${this.schema}" cascade`);
    await this.sql.source.query(`create schema "${this.schema}"`);
    await this.sql.source.query(this.named(CREATE));
    await this.sql.source.query(`comment on schema "${this.schema}" is '${SHAPE}'`);
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
    const of = <K extends keyof Version>(key: K) => versions.map((version) => version[key]);
    const columns = [
      ...[of('noun'), of('id'), of('version'), of('position'), of('content')],
      ...[of('place'), of('life'), of('parent'), of('addedAt')],
    ];
    const values = [position, known, ...columns];
    const [moved] = await this.ask<{ position: string }>('write', WRITE, values);
    if (!moved) throw new Outage('the database has forgotten what was written of the past');
    return Number(moved.position);
  }

  /** The newest version of each of these things that is not later than a position. */
  async latest(things: readonly Pick<Version, 'noun' | 'id'>[], position: number) {
    const values = [things.map(({ noun }) => noun), things.map(({ id }) => id), position];
    return (await this.ask<Stored>('latest', LATEST, values)).map(versionOf);
  }

  /**
   * What was there just after a position: of these nouns, in this place or anywhere (null). With
   * `removed`, what had been removed by then.
   */
  async at(position: number, { nouns, parent = null, removed = false }: Wanted) {
    const values = [position, nouns, parent, removed];
    return (await this.ask<Stored>('at', AT, values)).map(versionOf);
  }

  /** A folder and all that it lay in, from itself upwards, removed or not. */
  async chain(id: string, position: number): Promise<Version[]> {
    return (await this.ask<Stored>('chain', CHAIN, [position, id])).map(versionOf);
  }

  private ask<T extends object>(name: string, text: string, values: unknown[]): Promise<T[]> {
    return this.sql.prepared<T>(`${this.schema} ${name}`, this.named(text), values);
  }

  private named(text: string): string {
    return text.replaceAll('past.', `"${this.schema}".`);
  }
}

interface Wanted {
  readonly nouns: readonly number[];
  readonly parent?: string | null;
  readonly removed?: boolean;
}

const SHAPE = createHash('sha256')
  .update(CREATE + READABLE)
  .digest('hex')
  .slice(0, 16);

const whole = (value: unknown) => (value === null ? null : Number(value));

const versionOf = (row: Stored): Version => ({
  noun: Number(row.noun),
  id: String(row.id),
  version: Number(row.version),
  position: Number(row.position),
  content: Number(row.content),
  place: whole(row.place),
  life: whole(row.life),
  parent: String(row.parent),
  addedAt: new Date(row.addedAt as string).toISOString(),
});
