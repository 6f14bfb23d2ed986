import type { Pool } from 'pg';
import type { Copied, CopySource, Revised } from './copied.js';

const COPIED = `select e.id, e.revision, e.kind, e.name, e.folder_id as "folderId", e.blob, e.removed as "isRemoved",
  to_char(e.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "changedAt", t.body as text
  from find.entries e left join find.texts t on t.blob = e.blob and e.settled`;

type Row = Omit<Copied, 'revision'> & { readonly revision: string };
const copiedOf = ({ revision, ...row }: Row): Copied => ({ ...row, revision: Number(revision) });

class PostgresCopies implements CopySource {
  constructor(private readonly pool: Pool) {}

  async isPrepared(): Promise<boolean> {
    const text = `select to_regclass('find.entries') is not null as "isPrepared"`;
    const { rows } = await this.pool.query<{ isPrepared: boolean }>(text);
    return rows[0]?.isPrepared ?? false;
  }

  async copiesAfter(revision: number, most: number): Promise<Copied[]> {
    const text = `${COPIED} where e.revision > $1 order by e.revision limit $2`;
    const { rows } = await this.pool.query<Row>(text, [revision, most]);
    return rows.map(copiedOf);
  }

  async copies(ids: readonly string[]): Promise<Copied[]> {
    const { rows } = await this.pool.query<Row>(`${COPIED} where e.id = any($1)`, [ids]);
    return rows.map(copiedOf);
  }

  async revisedAfter(id: string, most: number): Promise<Revised[]> {
    const { rows } = await this.pool.query<{ id: string; revision: string }>(
      'select id, revision from find.entries where id > $1 order by id limit $2',
      [id, most],
    );
    return rows.map((row) => ({ id: row.id, revision: Number(row.revision) }));
  }

  newestRevision(): Promise<number> {
    return this.number('select last_value as number from find.revisions');
  }

  copied(): Promise<number> {
    return this.number('select revision as number from find.copied');
  }

  async saveCopied(revision: number): Promise<void> {
    const text = `insert into find.copied (revision) values ($1)
      on conflict (one) do update set revision = excluded.revision`;
    await this.pool.query(text, [revision]);
  }

  private async number(text: string): Promise<number> {
    const { rows } = await this.pool.query<{ number: string }>(text);
    return Number(rows[0]?.number ?? 0);
  }
}

/** What is kept in PostgreSQL, to be copied into another engine. */
export const openPostgresCopies = (pool: Pool): CopySource => new PostgresCopies(pool);
