import { findBounds } from '@feusa/contracts/find-bounds';
import { inTransaction } from '@feusa/platform/postgres/transaction';
import type { Pool, PoolClient } from 'pg';
import {
  entryKinds,
  type Candidate,
  type Candidates,
  type DocumentIndex,
  type DueText,
  type EntryKind,
  type FindEntry,
  type Known,
  type TextFault,
  type FindQuery,
} from './port.js';
import { forgetTexts, search, settle, tables, upsert } from './tables.js';
import { nameQueryOf, nameVector, queryOf, textVector } from './words.js';

const PAGE = 1000;

/** How many things of a kind there are, among the candidates. */
interface Count {
  readonly id: null;
  readonly kind: EntryKind;
  readonly rank: number;
}

/** On PostgreSQL's full text search, with words that are folded by us. */
class PostgresDocuments implements DocumentIndex {
  constructor(private readonly pool: Pool) {}

  async prepare(): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      // Several processes may do so at once.
      await client.query(`select pg_advisory_xact_lock(hashtext('feusa-find'))`);
      await client.query(tables);
    });
  }

  async progress() {
    const { rows } = await this.pool.query<{ position: string; generation: string }>(
      'select position, generation from find.progress',
    );
    return rows[0] && { ...rows[0], position: Number(rows[0].position) };
  }

  async saveProgress(position: number, generation: string): Promise<void> {
    const text = `insert into find.progress as old (position, generation) values ($1, $2)
      on conflict (one) do update set generation = excluded.generation, position = case
        when old.generation = excluded.generation then greatest(old.position, excluded.position)
        else excluded.position end`;
    await this.pool.query({ name: 'find-progress', text, values: [position, generation] });
  }

  async put(entries: readonly FindEntry[]): Promise<void> {
    const last = new Map<string, FindEntry>();
    for (const entry of entries)
      if (entry.version >= (last.get(entry.id)?.version ?? 0)) last.set(entry.id, entry);
    const rows = [...last.values()].map(rowOf);
    if (rows.length === 0) return;
    await this.pool.query({ name: 'find-put', text: upsert, values: [JSON.stringify(rows)] });
  }

  async clear(): Promise<void> {
    await this.pool.query('delete from find.entries');
  }

  async find({ sets, kinds, isWhether = false, ...place }: FindQuery): Promise<Candidates> {
    const { weighed, byText, counted } = findBounds;
    const { hidden, within, from, to } = place;
    const values = [
      ...[queryOf(sets), nameQueryOf(sets), hidden, within ?? null, from ?? null, to ?? null],
      ...[kinds, isWhether ? 1 : counted.value, weighed.value, byText.value],
    ];
    const rows = await byIndex(this.pool, async (client) => {
      return (await client.query<Candidate | Count>(search, values)).rows;
    });
    const isCount = (row: Candidate | Count): row is Count => row.id === null;
    const byKind = new Map(rows.filter(isCount).map(({ kind, rank }) => [kind, rank]));
    const all = entryKinds.map((kind) => [kind, byKind.get(kind) ?? 0]);
    const candidates = rows.filter((row): row is Candidate => !isCount(row));
    return { candidates, counts: Object.fromEntries(all) as Candidates['counts'] };
  }

  async revision(): Promise<number> {
    const text = 'select last_value from find.revisions';
    const { rows } = await this.pool.query<{ last_value: string }>(text);
    return Number(rows[0]?.last_value ?? 0);
  }

  async known(ids: readonly string[]): Promise<ReadonlyMap<string, Known>> {
    const { rows } = await this.pool.query<Known & { id: string }>(
      `select id, kind, name, folder_id as "folderId", blob from find.entries
       where id = any($1) and not removed`,
      [ids],
    );
    return new Map(rows.map(({ id, ...known }) => [id, known]));
  }

  async wordsIn(ids: readonly string[], words: readonly string[]) {
    const { rows } = await this.pool.query<{ id: string; has: string[] }>(
      `select e.id, array(select w.word from unnest($2::text[], $3::text[]) as w(word, query)
        where e.words @@ w.query::tsquery) as has from find.entries e where e.id = any($1)`,
      [ids, words, words.map((word) => queryOf([[word]]))],
    );
    return new Map(rows.map(({ id, has }) => [id, has]));
  }

  async texts(blobs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ blob: string; body: string }>(
      'select blob, body from find.texts where blob = any($1) and body is not null',
      [blobs],
    );
    return new Map(rows.map(({ blob, body }) => [blob, body]));
  }

  async due(most: number): Promise<DueText[]> {
    const { rows } = await this.pool.query<DueText>(
      `select distinct on (e.blob) e.blob, e.format, e.charset, t.blob is not null as "isRead"
       from find.entries e left join find.texts t on t.blob = e.blob
       where not e.settled order by e.blob limit $1`,
      [most],
    );
    return rows;
  }

  async putText(blob: string, text: { text: string } | { reason: string }): Promise<void> {
    const [body, reason] = 'text' in text ? [text.text, null] : [null, text.reason];
    await this.pool.query(
      `insert into find.texts (blob, reason, body, words) values ($1, $2, $3, $4::tsvector)
       on conflict (blob) do nothing`,
      [blob, reason, body, textVector(body ?? '')],
    );
    await this.settle(blob);
  }

  async settle(blob: string): Promise<void> {
    await this.pool.query(settle, [blob]);
  }

  async faults(after: number) {
    const { rows } = await this.pool.query<TextFault & { number: string }>(
      'select blob, reason, number from find.texts where reason is not null and number > $1 order by number',
      [after],
    );
    return rows.map((row) => ({ ...row, number: Number(row.number) }));
  }

  async *blobs(): AsyncGenerator<readonly string[]> {
    for (let after = ''; ;) {
      const { rows } = await this.pool.query<{ blob: string }>(
        'select blob from find.texts where blob > $1 order by blob limit $2',
        [after, PAGE],
      );
      if (rows.length > 0) yield rows.map(({ blob }) => blob);
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.blob;
    }
  }

  async forget(blobs: readonly string[]): Promise<void> {
    await this.pool.query('delete from find.texts where blob = any($1)', [blobs]);
    await this.pool.query(forgetTexts, [blobs]);
  }
}

/** A scan of the table would read all texts, which the planner does not know to be far away. */
async function byIndex<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin read only');
    await client.query('set local enable_seqscan = off');
    const found = await work(client);
    await client.query('commit');
    return found;
  } catch (fault) {
    await client.query('rollback').catch(() => undefined);
    throw fault;
  } finally {
    client.release();
  }
}

function rowOf(entry: FindEntry) {
  // A removed entry is kept without its name.
  const { isRemoved, name } = entry;
  return { ...entry, name: isRemoved ? '' : name, names: isRemoved ? '' : nameVector(name) };
}

export const openPostgresDocuments = (pool: Pool): DocumentIndex => new PostgresDocuments(pool);
