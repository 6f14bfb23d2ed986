import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DocumentsRefused, SearchUnavailable } from '../port.js';
import type { Source } from './documents.js';
import { Busy, type Engine } from './engine.js';

const AT_ONCE = 500;
/** How long one bulk write may take with all its repetitions, ms. */
const WITHIN_MS = 10_000;
const BACKOFF_MS = 500;
const RESULTS = 'items.*.status,items.*.error.type';

/** A document to be written, or one to be deleted: up to a version, or whatever its version. */
export type Operation =
  { readonly source: Source } | { readonly id: string; readonly version: number | undefined };

/** Where to write: into all of these, of which those `besides` may be gone again by then. */
export interface Targets {
  readonly alias: string;
  readonly besides: readonly string[];
}

/** The way of documents into the engine; targets are asked for before each request. */
export interface Way {
  readonly engine: Engine;
  readonly log: Pick<Logger, 'warn'>;
  targetsNow(): Promise<Targets>;
}

interface Result {
  readonly status: number;
  /** Its reason may quote what people are called. */
  readonly error?: { readonly type: string };
}
type Verdict = 'done' | 'again' | 'refused';

/**
 * Writes documents at the versions of their streams, so that any write may come late or twice.
 * @throws SearchUnavailable where something could not be written, and may be written again
 * @throws DocumentsRefused where all is written but what the engine will never take
 */
export async function write(way: Way, operations: readonly Operation[]): Promise<void> {
  const refused = new Map<string, string>();
  for (let at = 0; at < operations.length; at += AT_ONCE) {
    await insist(way, { left: operations.slice(at, at + AT_ONCE), refused });
  }
  if (refused.size > 0) {
    throw new DocumentsRefused(Array.from(refused, ([id, reason]) => ({ id, reason })));
  }
}

interface Work {
  left: readonly Operation[];
  readonly refused: Map<string, string>;
}

/** Sends what is left again, ever more slowly. */
async function insist(way: Way, work: Work) {
  const until = performance.now() + WITHIN_MS;
  for (let pause = BACKOFF_MS; ; pause *= 2) {
    const fault = await attempt(way, work, until);
    if (work.left.length === 0) return;
    way.log.warn({ err: fault, left: work.left.length }, 'search engine takes no writes');
    if (performance.now() + pause >= until) throw new SearchUnavailable({ cause: fault });
    await sleep(pause);
  }
}

async function attempt({ engine, targetsNow }: Way, work: Work, until: number): Promise<unknown> {
  try {
    const targets = await targetsNow();
    const results = await send(engine, targets, work.left, until - performance.now());
    work.left = work.left.filter((operation, i) => {
      const verdicts = results[i]!.map((result, to) => judge(result, to > 0));
      const failed = verdicts.indexOf('refused');
      if (failed >= 0) work.refused.set(idOf(operation), results[i]![failed]!.error!.type);
      return failed < 0 && verdicts.includes('again');
    });
    return results.flat().find(({ error }) => error)?.error;
  } catch (fault) {
    if (fault instanceof Busy) return fault.cause;
    throw fault;
  }
}

/** The results of each operation, one for each target. */
async function send(
  engine: Engine,
  { alias, besides }: Targets,
  operations: readonly Operation[],
  withinMs: number,
): Promise<Result[][]> {
  const targets = [alias, ...besides];
  const lines = operations.flatMap((operation) => linesOf(operation, targets)).join('');
  const { items } = await engine.ask<{ items: Record<string, Result>[] }>('POST', '/_bulk', {
    query: { require_alias: 'true', timeout: '8s', filter_path: RESULTS },
    ...{ lines, withinMs },
  });
  const results = items.map((item) => Object.values(item)[0]!);
  return operations.map((_, i) => results.slice(i * targets.length, (i + 1) * targets.length));
}

const idOf = (operation: Operation) => ('source' in operation ? operation.source.id : operation.id);

function linesOf(operation: Operation, targets: readonly string[]): string[] {
  const version = 'source' in operation ? operation.source.version : operation.version;
  const external = version === undefined ? {} : { version, version_type: 'external_gte' };
  const action = 'source' in operation ? 'index' : 'delete';
  const source = 'source' in operation ? `${JSON.stringify(operation.source)}\n` : '';
  return targets.map((_index) => {
    const meta = { [action]: { _index, _id: idOf(operation), ...external } };
    return `${JSON.stringify(meta)}\n${source}`;
  });
}

const NO_ALIAS = 'index_not_found_exception';
const BLOCKED = 'cluster_block_exception';

/** A conflict is as good as done: something newer is there. So is a deletion of nothing. */
function judge({ status, error }: Result, besides: boolean): Verdict {
  if (!error || status === 409) return 'done';
  if (error.type === NO_ALIAS) return besides ? 'done' : 'again';
  return status === 429 || status >= 500 || error.type === BLOCKED ? 'again' : 'refused';
}
