import { setTimeout as sleep } from 'node:timers/promises';
import { DocumentsRefused, type RemoteSearchIndex } from '@feusa/search/port';
import { streamOf } from '@feusa/contracts/events';
import { changesOf, type Changes } from '@feusa/search/person-changes';
import type { Difference } from '@feusa/search/compare';
import type { Log } from '@feusa/search/expectations';

type Writes = Pick<RemoteSearchIndex, 'putAll' | 'removeAll'>;
type Index = Writes & Pick<RemoteSearchIndex, 'erase' | 'refresh'>;

const AT_ONCE = 500;
const FORGET_MS = 500;

/**
 * Brings what differs to what the log says by now; the log is read again, and every write carries its
 * version, so a change that arrives meanwhile is not undone. Answers with the ids that were refused.
 */
export async function repair(
  log: Pick<Log, 'readStreams'>,
  index: Index,
  differences: readonly Difference[],
  stopped?: AbortSignal,
): Promise<string[]> {
  const refused: string[] = [];
  for (let at = 0; at < differences.length; at += AT_ONCE) {
    stopped?.throwIfAborted();
    const some = differences.slice(at, at + AT_ONCE);
    await eraseForeign(index, some);
    const events = await log.readStreams(some.map(({ id }) => streamOf('employee', id)));
    refused.push(...(await apply(index, await changesOf(events, log))));
  }
  return refused;
}

/** What the log never said would refuse the versions of the log. */
async function eraseForeign(index: Index, differences: readonly Difference[]): Promise<void> {
  const foreign = differences.filter(({ flaw }) => flaw === 'unknown' || flaw === 'newer');
  if (foreign.length === 0) return;
  await index.erase(foreign.map(({ id }) => id));
  // Where this is too short for the engine to forget them, the next comparison finds them missing.
  await sleep(FORGET_MS);
  await index.refresh();
}

/** Writes changes; answers with the ids that the index refuses for what they are. */
export async function apply(index: Writes, { people, removals }: Changes): Promise<string[]> {
  const refusals = await Promise.all([
    index.putAll(people).catch(refusedIds),
    index.removeAll(removals).catch(refusedIds),
  ]);
  return refusals.flatMap((ids) => ids ?? []);
}

function refusedIds(fault: unknown): string[] {
  if (fault instanceof DocumentsRefused) return fault.refused.map(({ id }) => id);
  throw fault;
}
