import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestLog, tamperedWith, type Statements, type TestLog } from '@feusa/testing/log';
import type pg from 'pg';
import { append, folderStream, sample } from '@feusa/event-log/store/test-samples';
import { migrate } from '@feusa/platform/postgres/migrate';
import type { TransparentLog } from './port.js';
import { openTransparentLog } from './postgres.js';
import { transparencyTables } from './schema.js';
import { openSigner, type CheckpointSigner } from './signer.js';

/** A log with its tree, in a database of its own. */
export interface TestTransparency {
  readonly log: TestLog;
  readonly tree: TransparentLog;
  readonly signer: CheckpointSigner;
  /** What was logged as an error. */
  readonly errors: unknown[];
  /** Another process: what it opens acts by these connections. */
  open(pool: pg.Pool): TransparentLog;
  /** Appends so many events; the tree does not know of them yet. */
  append(count: number): Promise<void>;
  /** Hands the maintainer all events that it does not know. */
  keep(maintainer?: TransparentLog['maintainer']): Promise<void>;
  /** The exact bytes of all events. */
  leaves(): Promise<Buffer[]>;
  close(): Promise<void>;
}

export async function openTestTransparency(): Promise<TestTransparency> {
  const log = await openTestLog();
  await migrate(log.url, [transparencyTables]);
  const home = await mkdtemp(path.join(tmpdir(), 'feusa-signer-'));
  const signer = await openSigner(home);
  const errors: unknown[] = [];
  const open = (pool: pg.Pool) =>
    openTransparentLog({
      pool,
      signer,
      log: { error: (...reported: unknown[]) => errors.push(reported) },
    });
  const tree = open(log.pool);
  return {
    ...{ log, tree, signer, errors, open },
    async append(count) {
      for (let left = count; left > 0; left -= 500) {
        const some = Array.from({ length: Math.min(left, 500) }, () => sample(folderStream(), 1));
        await append(log.store, some);
      }
    },
    async keep(maintainer = tree.maintainer) {
      await maintainer.handle(await log.store.read(await maintainer.checkpoint(), 1e6));
    },
    leaves: async () =>
      (await log.store.readRecords(0, 1e6)).map(({ bytes }) => Buffer.from(bytes)),
    async close() {
      await log.close();
      await rm(home, { recursive: true });
    },
  };
}

/** What the tree over a log is after a superuser's statements, all of which are taken back after `then`. */
export const tampered = <T>(
  { log, open }: TestTransparency,
  statements: Statements,
  then: (tree: TransparentLog, connection: pg.Pool) => Promise<T>,
): Promise<T> => tamperedWith(log, statements, (connection) => then(open(connection), connection));

/** The log as it would be with other events from a position on, chain and head and all, by a superuser. */
export const rewrite = (from: number): Statements => [
  [
    `update log.events set bytes = replace(bytes, '"name":"', '"name":"X') where position >= $1`,
    from,
  ],
  [
    `with recursive start as (
       select 0::bigint as position, decode(repeat('00', 32), 'hex') as hash where $1::bigint = 1
       union all
       select position, hash from log.events where position = $1::bigint - 1
     ), chain as (
       select position, hash from start
       union all
       select e.position, sha256('feusa-v1'::bytea || c.hash || convert_to(e.bytes, 'UTF8'))
       from chain c join log.events e on e.position = c.position + 1
     ) update log.events e set hash = c.hash from chain c where c.position = e.position and e.position >= $1`,
    from,
  ],
  ['update log.head h set hash = e.hash from log.events e where e.position = h.position'],
];

/** The tree thrown away, to be computed anew from the log as it is now. */
export const forgetTree: readonly (readonly [text: string])[] = [
  ['delete from transparency.tiles'],
  ['update transparency.tree set size = 0'],
];
