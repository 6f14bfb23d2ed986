import { createHash, randomUUID } from 'node:crypto';
import { idOf } from '@feusa/contracts/events';
import { groupBy } from '@feusa/contracts/group-by';
import { Outage } from '@feusa/platform/unavailable';
import pg, { type ClientBase, type CustomTypesConfig, type Pool } from 'pg';
import { DataSource, type EntityMetadata, type Repository } from 'typeorm';
import { waitingIndex } from './acknowledgement-column.js';
import { checkpointsIn, entitiesIn, tableNames, type Checkpoint } from './entities.js';
import type { SortedEmployee } from '../employees/cursor.js';
import type { Queries } from './differences.js';
import { asJson, quoted, TIME, upsertOf, withTimes, type Json } from './row-json.js';
import {
  tableOf,
  type EmployeeRow,
  type FolderRow,
  type Row,
  type TableName,
  type Tables,
} from './rows.js';

export const READ_SCHEMA = 'read';
const NAME = 'read-model';
/** As the collator of a directory in memory sorts, which has the same library. */
const COLLATION = 'collate "en-x-icu"';
const BY_NAME = `first_name ${COLLATION}, last_name ${COLLATION}, id`;

/** `role`: the database role to act as. */
interface Options {
  readonly role?: string | undefined;
  readonly schema?: string;
}

/** Where the read model stands after a write, and which rebuild it is. */
export interface Written {
  readonly checkpoint: number;
  readonly generation: string;
}

/** One transaction's worth of projected rows, ready to be written. */
export type RowBatch = ReadonlyMap<TableName, readonly Row[]>;

/** The tables of the read model in one schema, through TypeORM. */
export class ReadDatabase {
  private readonly upserts: ReadonlyMap<TableName, string>;

  private constructor(
    readonly source: DataSource,
    readonly schema: string,
  ) {
    this.upserts = new Map(tableNames.map((table) => [table, upsertOf(this.metadata(table))]));
  }

  static async open(
    url: string,
    { role, schema = READ_SCHEMA }: Options = {},
  ): Promise<ReadDatabase> {
    const source = new DataSource({
      type: 'postgres',
      url,
      schema,
      entities: [...Object.values(entitiesIn(schema)), checkpointsIn(schema)],
      // Else TypeORM would load packages of its own, `pg` a second time.
      driver: { Pool: pg.Pool },
      nativeDriver: {},
      poolSize: 8,
      applicationName: 'feusa-read',
      connectTimeoutMS: 3000,
      installExtensions: false,
      poolErrorHandler: () => {},
      extra: {
        types,
        statement_timeout: 30_000,
        keepAlive: true,
        options: settings(role),
        onConnect,
      },
    });
    await source.initialize();
    return new ReadDatabase(source, schema);
  }

  /**
   * Makes the tables where they are missing or of another shape; the read model is disposable. Services
   * that start at once wait for the one of them that does it.
   */
  async prepare(): Promise<void> {
    const shape = this.shape();
    await this.inTurn(this.schema, async (turn, before) => {
      if (before !== shape) await this.create(shape);
      else await this.addIndexes(turn);
    });
  }

  /**
   * What one process does at a time to a schema, whose comment says which shape it has: on a connection whose
   * statements may take as long as they need, as an index of millions of rows does.
   */
  async inTurn(
    schema: string,
    work: (turn: Queries, shape: string | null) => Promise<void>,
  ): Promise<void> {
    const turn = this.source.createQueryRunner();
    const query = <T>(text: string, values: unknown[] = []) =>
      this.source.query<T[]>(text, values, turn);
    try {
      await query('set statement_timeout = 0');
      await query('select pg_advisory_lock(hashtext($1))', [`feusa-${schema}`]);
      const [found] = await query<{ shape: string | null }>(
        `select obj_description(oid, 'pg_namespace') as shape from pg_namespace where nspname = $1`,
        [schema],
      );
      await work({ query }, found?.shape ?? null);
    } finally {
      await turn
        .query('select pg_advisory_unlock_all(); reset statement_timeout')
        .finally(() => turn.release());
    }
  }

  /** An empty read model at position 0, whatever was there before. */
  async create(shape = this.shape()): Promise<void> {
    await this.source.query(`drop schema if exists "${this.schema}" cascade`);
    await this.source.query(`create schema "${this.schema}"`);
    await this.source.synchronize();
    await this.addIndexes(this.source);
    await this.source.query(
      `insert into "${this.schema}".checkpoints (name, position, generation) values ($1, 0, $2)`,
      [NAME, randomUUID()],
    );
    await this.source.query(`comment on schema "${this.schema}" is '${shape}'`);
  }

  /** Indexes that no entity can say. */
  private async addIndexes(db: Queries): Promise<void> {
    const removed = ['folders', 'docs', 'employees'].map(
      (table) => `create index if not exists ${table}_removed on "${this.schema}".${table}
       (removed_at desc, id) where removed_at is not null`,
    );
    await db.query(
      `create index if not exists employees_by_name on "${this.schema}".employees (${BY_NAME})
       where removed_at is null;
       create index if not exists folders_restricted on "${this.schema}".folders (id)
       where access is not null;
       ${[...removed, waitingIndex(this.schema)].join(';\n')}`,
    );
  }

  /** Whether any folder is not for everybody. */
  async isRestricted(): Promise<boolean> {
    const [found] = await this.source.query<{ readonly any: boolean }[]>(
      `select exists (select from "${this.schema}".folders where access is not null) as any`,
    );
    return found?.any === true;
  }

  async checkpoint(): Promise<number> {
    return (await this.standing()).position;
  }

  /** How far the tables are, and which rebuild they are. */
  async standing(): Promise<{ readonly position: number; readonly generation: string }> {
    const [row] = await this.source.query<Checkpoint[]>(
      `select position, generation from "${this.schema}".checkpoints where name = $1`,
      [NAME],
    );
    return { position: Number(row?.position ?? 0), generation: row?.generation ?? '' };
  }

  /**
   * Writes rows and checkpoint in one statement. Its commit need not wait for the disk: after a crash of
   * the database rows and checkpoint are older together, and the log has the rest.
   * @throws where the checkpoint has fallen behind `known`, the one last seen: that is such a crash, and
   * nothing is written
   */
  async write(rows: RowBatch, position: number, known: number): Promise<Written> {
    const values: unknown[] = [NAME, position, known];
    const tables = tableNames.filter((table) => rows.has(table));
    const upserts = tables.map((table) => {
      values.push(JSON.stringify(rows.get(table)));
      return `${table} as (${this.upserts.get(table)!.replace('$rows', `$${values.length}`)})`;
    });
    const moved = `moved as (
      update "${this.schema}".checkpoints set position = greatest(position, $2)
      where name = $1 and position >= $3 returning position, generation)`;
    const text = `with ${[moved, ...upserts].join(', ')} select position, generation from moved`;
    const [written] = await this.prepared<Checkpoint>(`write ${tables.join()}`, text, values);
    if (!written) throw new Outage('the database has forgotten rows that were written');
    return { checkpoint: Number(written.position), generation: written.generation };
  }

  find<T extends TableName>(table: T, ids: readonly string[]): Promise<Tables[T][]> {
    return this.select(table, `find ${table}`, 'where id = any($1)', [ids]);
  }

  /**
   * Folders and those above them, in any order. By an array of their ids: to join so few with all folders, PostgreSQL
   * would read all of them where there are some thousands.
   */
  foldersUpFrom(ids: readonly string[]): Promise<FolderRow[]> {
    const folders = `"${this.schema}".folders`;
    const above = `with recursive chain as (
        select id, parent_id from ${folders} where id = any($1)
        union select f.id, f.parent_id from ${folders} f join chain on f.id = chain.parent_id
      ) select id from chain`;
    return this.select('folders', 'folders up', `where id = any(array(${above}))`, [ids]);
  }

  /** The rows of streams, by stream; none of what has no row. */
  async rowsOf(streams: Iterable<string>): Promise<Map<string, Row>> {
    const rows = new Map<string, Row>();
    for (const [table, some] of groupBy(streams, (stream) => tableOf(stream)!)) {
      const byId = new Map(some.map((stream) => [idOf(stream), stream]));
      for (const row of await this.find(table, [...byId.keys()])) rows.set(byId.get(row.id)!, row);
    }
    return rows;
  }

  /** Who is in the directory after somebody, or from the first on, in its order. */
  peopleAfter(start: SortedEmployee | undefined, limit: number): Promise<EmployeeRow[]> {
    const after = start ? `and (${BY_NAME}) > ($2 ${COLLATION}, $3 ${COLLATION}, $4::uuid)` : '';
    const rest = `where removed_at is null ${after} order by ${BY_NAME} limit $1`;
    const values = start ? [limit, start.firstName, start.lastName, start.id] : [limit];
    return this.select('employees', start ? 'people after' : 'people', rest, values);
  }

  /** Who reports to somebody who is there, in the order of the list: by id, or by a name that nobody else has. */
  reportsOf(id: string): Promise<EmployeeRow[]> {
    const people = `"${this.schema}".employees`;
    const name = `select name_key from ${people} where removed_at is null
      and name_key = (select name_key from ${people} where id = $1)
      group by name_key having array_agg(id) = array[$1::uuid]`;
    const isReport = `manager_id = $1 or (manager_key = (${name}) and id <> $1)`;
    const rest = `where removed_at is null and (${isReport}) order by ${BY_NAME}`;
    return this.select('employees', 'reports', rest, [id]);
  }

  /** For lists of a page at most. */
  repository<T extends TableName>(table: T): Repository<Tables[T]> {
    return this.source.getRepository<Tables[T]>(this.metadata(table).target);
  }

  /**
   * Rows by a condition on column names, in any order. As many as there are, so each comes as one JSON text: a
   * value at a time would cost three times as much, and entities again three times that.
   */
  async where<T extends TableName>(
    table: T,
    condition: string,
    values: readonly unknown[] = [],
  ): Promise<Tables[T][]> {
    const { tablePath, columns } = this.metadata(table);
    const named = columns.map(
      ({ databaseName, propertyName, type }) =>
        `${asJson(databaseName, type)} as "${propertyName}"`,
    );
    const text = `select row_to_json(r)::text as row from
      (select ${named.join()} from ${quoted(tablePath)} where ${condition}) r`;
    const rows = await this.source.query<{ readonly row: string }[]>(text, [...values]);
    const times = columns
      .filter(({ type }) => type === TIME)
      .map(({ propertyName }) => propertyName);
    return rows.map(({ row }) => withTimes(JSON.parse(row) as Json, times) as unknown as Tables[T]);
  }

  close(): Promise<void> {
    return this.source.destroy();
  }

  /** A statement of the driver that is parsed and planned once a connection; TypeORM has no such thing. */
  async prepared<T extends object>(name: string, text: string, values: unknown[]): Promise<T[]> {
    const { master } = this.source.driver as unknown as { readonly master: Pool };
    return (await master.query<T>({ name, text, values })).rows;
  }

  private async select<T extends TableName>(
    table: T,
    name: string,
    rest: string,
    values: unknown[],
  ): Promise<Tables[T][]> {
    const text = `select * from ${quoted(this.metadata(table).tablePath)} ${rest}`;
    const rows = await this.prepared<Json>(name, text, values);
    return rows.map((row) => this.fromJson(table, row));
  }

  private metadata(table: TableName): EntityMetadata {
    return this.source.getMetadata(table);
  }

  private fromJson<T extends TableName>(table: T, json: Json): Tables[T] {
    const row: Json = {};
    for (const { propertyName, databaseName, type } of this.metadata(table).columns) {
      const value = json[databaseName];
      row[propertyName] = value !== null && type === 'bigint' ? Number(value) : iso(value);
    }
    return row as unknown as Tables[T];
  }

  /** A fingerprint of the tables that this program expects. */
  shape(): string {
    const columns = tableNames.map((table) =>
      this.metadata(table).columns.map((c) => [c.databaseName, c.type]),
    );
    return createHash('sha256').update(JSON.stringify(columns)).digest('hex').slice(0, 16);
  }
}

/**
 * Between the pool's own listener and TypeORM's a connection has none, and one that is lost in that moment
 * would end the process.
 */
const onConnect = (client: ClientBase) => void client.on('error', () => undefined);

const types: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8
      ? Number
      : (pg.types.getTypeParser(oid, format as 'text') as never),
};

const settings = (role: string | undefined) =>
  `-c synchronous_commit=off${role ? ` -c role=${role}` : ''}`;

const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
