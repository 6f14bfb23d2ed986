import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const TICK_MS = 10;
/** In which every connection of PostgreSQL has told what it counted. */
const TOLD_MS = 1200;

/** What one operation took. Rows and pages (8 KiB) are those that PostgreSQL read for it, of the memory or not. */
export interface Cost {
  readonly ms: number;
  /** Of the processor, in the product and in PostgreSQL. */
  readonly cpu: number;
  readonly rows: number;
  readonly pages: number;
}

interface Counted {
  readonly cpu: number;
  readonly rows: number;
  readonly pages: number;
}

/** What the system tells of a process, or of a thread, behind its name (proc(5)); nothing where it is gone. */
async function statOf(task: string): Promise<number[]> {
  const text = await readFile(`/proc/${task}/stat`, 'utf8').catch(() => '');
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

const PARENT = 1;
const OWN_TICKS = [11, 12];
const TICKS_OF_GONE = [13, 14];

const msIn = (stat: readonly number[], fields: readonly number[]) =>
  fields.reduce((sum, at) => sum + (stat[at] ?? 0), 0) * TICK_MS;

/** ms of the processor that a process has used, with those that it started and are gone. */
export const cpuOf = async (pid: number): Promise<number> =>
  msIn(await statOf(String(pid)), [...OWN_TICKS, ...TICKS_OF_GONE]);

/** ms that the main thread of a process has used. */
export const cpuOfMainThread = async (pid: number): Promise<number> =>
  msIn(await statOf(`${pid}/task/${pid}`), OWN_TICKS);

async function childrenOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(all.map((each) => statOf(String(each))));
  return all.filter((_, at) => stats[at]?.[PARENT] === pid);
}

export const cpuOfAll = async (pids: readonly number[]): Promise<number> =>
  (await Promise.all(pids.map(cpuOf))).reduce((sum, each) => sum + each, 0);

/** Tells the ms of the processor that all processes of a PostgreSQL on this machine have used. */
export async function clockOfPostgres(connection: pg.Client): Promise<() => Promise<number>> {
  const { rows } = await connection.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
  );
  const postmaster = (await statOf(String(rows[0]!.pid)))[PARENT]!;
  return async () => cpuOfAll([postmaster, ...(await childrenOf(postmaster))]);
}

/** Counts what is done in a database, and by a process. */
export async function openCounter(url: string, pids: () => readonly number[]) {
  const connection = new pg.Client(url);
  await connection.connect();
  const cpuOfPostgres = await clockOfPostgres(connection);

  async function counted(): Promise<Counted> {
    await sleep(TOLD_MS);
    const { rows } = await connection.query<{ rows: string; pages: string }>(
      `select (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables) as rows,
        blks_hit + blks_read as pages from pg_stat_database where datname = current_database()`,
    );
    const cpu = (await cpuOfAll(pids())) + (await cpuOfPostgres());
    return { cpu, rows: Number(rows[0]!.rows), pages: Number(rows[0]!.pages) };
  }

  return {
    /** The median time of an operation, and what all of them used, by the operation. */
    async of(count: number, work: (at: number) => Promise<unknown>): Promise<Cost> {
      const before = await counted();
      const idle = await counted();
      const times: number[] = [];
      const from = performance.now();
      for (let at = 0; at < count; at++) {
        const start = performance.now();
        await work(at);
        times.push(performance.now() - start);
      }
      const all = performance.now() - from;
      const after = await counted();
      // What goes on anyhow, such as looking at timers, is not of the operation.
      const share = (all + TOLD_MS) / TOLD_MS;
      const each = (of: keyof Counted) =>
        Math.max(0, after[of] - idle[of] - share * (idle[of] - before[of])) / count;
      times.sort((a, b) => a - b);
      const ms = times[Math.floor(count / 2)]!;
      return { ms, cpu: each('cpu'), rows: each('rows'), pages: each('pages') };
    },
    close: () => connection.end(),
  };
}

export type Counter = Awaited<ReturnType<typeof openCounter>>;
