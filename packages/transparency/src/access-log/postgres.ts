import { setTimeout as sleep } from 'node:timers/promises';
import { anchor, type AnchorPorts } from './anchors.js';
import { findEntries } from './find.js';
import type { Access, AccessLog } from './port.js';
import { verifyChain } from './verify.js';
import { Waiting, type Happened } from './waiting.js';
import { append, prepared, withHead, type WritePorts, type Written } from './write.js';

const GATHER_MS = 100;
const AGAIN_MS = 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Whoever looks waits no longer for what cannot be written. */
const LOOK_MS = 1000;
/** What cannot be written for so long when the process ends is lost. */
const LAST_MS = 5000;

export interface AccessLogOptions extends AnchorPorts {
  /** For so long entries are kept. */
  readonly days: number;
  readonly anchorEveryMs: number;
}

/** In schema `access`; several processes write one chain. `pool` belongs to the caller. */
export function openAccessLog(options: AccessLogOptions): AccessLog {
  const { pool, keys, log } = options;
  const timers: NodeJS.Timeout[] = [];
  let [writing, closed]: [Promise<void> | undefined, boolean] = [undefined, false];
  const waiting = new Waiting(() => {
    writing ??= write().finally(() => (writing = undefined));
  });
  const warn = (err: unknown) => log.warn({ err }, 'access log');

  const writeNext = async () => {
    const { batch, lost } = waiting.next();
    const ready = await prepared(options, batch);
    await withHead(pool, (client, head) => append(client, head, ready));
    waiting.written(batch.length - (lost > 0 ? 1 : 0), lost);
  };
  const write = async () => {
    await sleep(closed ? 0 : GATHER_MS);
    const since = performance.now();
    while (!waiting.isEmpty && !(closed && performance.now() - since > LAST_MS))
      await writeNext().catch(async (fault: unknown) => {
        warn(fault);
        await sleep(closed ? GATHER_MS : AGAIN_MS);
      });
  };
  /** Whoever looks sees what happened in this process until now. */
  const settled = async () => {
    waiting.endAll();
    if (writing) await Promise.race([writing, sleep(LOOK_MS, undefined, { ref: false })]);
  };
  const happened = (access: Access): Happened => ({ ...access, at: new Date().toISOString() });

  return {
    keptDays: options.days,
    record: (access) => waiting.add(happened(access)),
    gather: (key, access) => waiting.gather(key, happened(access)),
    async find(filter, stretch) {
      await settled();
      return findEntries({ pool, keys }, filter, stretch);
    },
    verify: () => verifyChain(options),
    start() {
      const every = (ms: number, work: () => Promise<void>) => {
        const timer = setInterval(() => void work().catch(warn), ms);
        timers.push(timer.unref());
      };
      every(options.anchorEveryMs, () => anchor(options));
      every(HOUR_MS, () => prune(options, options.days));
      void prune(options, options.days).catch(warn);
    },
    async close() {
      closed = true;
      for (const timer of timers) clearInterval(timer);
      waiting.endAll();
      await writing;
    },
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface Pruned {
  readonly position: number;
  readonly hash: string;
}

const BEGINNING = `select pruned_position as position, encode(pruned_hash, 'hex') as hash from access.head`;

/** Removes what is older than so many days; the chain says up to where, and goes on from there. */
export async function prune(ports: WritePorts, days: number): Promise<void> {
  const now = Date.now();
  const until = new Date(now - days * DAY_MS).toISOString();
  const { rows } = await ports.pool.query<{ old: boolean }>(
    'select exists (select from access.entries where at < $1) as old',
    [until],
  );
  if (!rows[0]?.old) return;
  await withHead(ports.pool, async (client, head) => {
    const [before] = (await client.query<Pruned>(BEGINNING)).rows;
    await client.query('select access.prune($1)', [until]);
    const [pruned] = (await client.query<Pruned>(BEGINNING)).rows;
    if (!before || !pruned || pruned.position === before.position) return;
    const entry: Written = {
      ...{ kind: 'pruned', at: new Date(now).toISOString() },
      ...{ upTo: pruned.position, upToHash: pruned.hash, count: pruned.position - before.position },
    };
    await append(client, head, await prepared(ports, [entry]));
  });
}
