import type { DatabaseState, Part } from './health.js';

/** How long an answer of the database is believed, ms: readiness is asked for all the time. */
const BELIEVED_MS = 5000;

/** More than the memory of the statement, so that it needs room on the disk of the database, which it gives back. */
const PROBE = `set local work_mem = '64kB';
  select current_setting('transaction_read_only') as read_only, count(*) from generate_series(1, 20000)`;

const DISK_FULL = '53100';

/** Whether changes can be saved. What needs none goes on without, so nobody is sent elsewhere for it. */
export function changesPart({ pool }: Pick<DatabaseState, 'pool'>): Part {
  let asked: Promise<string | undefined> | undefined;
  const ask = () => {
    const answer = pool.query(PROBE).then(isReadOnly, isFull);
    const forget = () => (asked = undefined);
    answer.then(() => setTimeout(forget, BELIEVED_MS).unref(), forget);
    return answer;
  };
  return { name: 'changes', required: false, check: () => (asked ??= ask()) };
}

const isReadOnly = (results: unknown): string | undefined => {
  const [, probe] = results as { rows: { read_only: string }[] }[];
  return probe?.rows[0]?.read_only === 'on' ? 'refused: PostgreSQL is read-only' : undefined;
};

const isFull = (fault: { code?: string }): string => {
  if (fault.code === DISK_FULL) return 'refused: the disk of PostgreSQL is full';
  throw fault;
};
