import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '@feusa/platform/postgres/transaction';
import { Progress } from '../subscription/progress.js';
import { findPositions, queryOf } from './finder.js';
import type { AuditTrail } from './port.js';
import { TrailRecorder } from './recorder.js';
import { AUDIT_TABLES } from './schema.js';
import { MENTIONING, NAMES, PEOPLE, PROGRESS } from './statements.js';
import { wordsOf } from './words.js';

/** Counts up where the same tables are to be filled differently. */
const FILLING = 1;

/** The audit trail in schema `audit` of the event store's database; `pool` belongs to the caller. */
export function openAuditTrail(pool: Pool): AuditTrail {
  const progress = new Progress();
  const listeners: ((position: number) => void)[] = [];
  const recorder = new TrailRecorder(pool, (position) => {
    progress.moveTo(position);
    for (const listener of listeners) listener(position);
  });
  return {
    recorder,
    prepare: () => prepare(pool),
    reached: (position) => progress.reached(position),
    find: (filter, stretch) => findPositions(pool, filter, stretch),
    async names(streams) {
      const { rows } = await pool.query<{ stream: string; name: string }>(NAMES, [streams]);
      return new Map(rows.map(({ stream, name }) => [stream, name]));
    },
    async people(text, limit) {
      const words = wordsOf(text);
      if (words.length === 0) return [];
      const values = [queryOf(text), limit, words];
      const { rows } = await pool.query<{ id: string; exact: boolean }>(PEOPLE, values);
      const exact = rows.filter((row) => row.exact);
      const meant = rows.length === limit && exact.length > 0 ? exact : rows;
      return [...new Set(meant.map(({ id }) => id))];
    },
    mentioning: (texts, reporter) => mentioning(pool, texts, reporter),
    onRecorded: (listener) => void listeners.push(listener),
  };
}

async function mentioning(pool: Pool, texts: readonly string[], reporter?: string) {
  const { rows: there } = await pool.query(`select to_regclass('audit.events') as name`);
  if (!there[0].name) return { streams: [], upTo: 0 };
  const { rows: progress } = await pool.query<{ position: number }>(PROGRESS);
  const query = texts.map(wholeWords).filter(Boolean).join(' | ');
  const { rows } = await pool.query<{ stream: string }>(MENTIONING, [query, reporter]);
  return { streams: rows.map(({ stream }) => stream), upTo: progress[0]?.position ?? 0 };
}

const wholeWords = (text: string): string =>
  wordsOf(text)
    .map((word) => `'${word}'`)
    .join(' & ');

/** Services that start at once wait for the one of them that makes the tables. */
async function prepare(pool: Pool): Promise<void> {
  const shape = hash('sha256', `${FILLING}${AUDIT_TABLES}`).slice(0, 16);
  await inTransaction(pool, async (client) => {
    await client.query('set local lock_timeout = 0');
    await client.query(`select pg_advisory_xact_lock(hashtext('feusa-audit'))`);
    const { rows } = await client.query<{ shape: string | null }>(
      `select obj_description(oid, 'pg_namespace') as shape from pg_namespace where nspname = 'audit'`,
    );
    if (rows[0]?.shape !== shape) {
      await client.query('drop schema if exists audit cascade');
      await client.query('create schema audit');
      await client.query(AUDIT_TABLES);
      await client.query(`comment on schema audit is '${shape}'`);
    }
  });
}
