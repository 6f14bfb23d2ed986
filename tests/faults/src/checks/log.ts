import { groupBy } from '@feusa/contracts/group-by';
import { independentHash } from '@feusa/event-log/store/test-independent';
import type { Sent } from '../client/client-log.js';
import type { Harness } from '../harness.js';

interface Line {
  readonly position: number;
  readonly stream: string;
  readonly version: number;
  readonly bytes: string;
  readonly hash: string;
}

const EVENTS = `select position, stream, version, bytes, encode(hash, 'hex') as hash
  from log.events order by position`;

/** I1, I2, I3, I4: the log holds what clients were told, once, without a hole, and its chain is whole. */
export async function checkLog(harness: Harness): Promise<string[]> {
  const { rows } = await harness.pool.query<Line>(EVENTS);
  const byKey = groupBy(rows, keyOf);
  return [
    ...wrongPlaces(rows),
    ...brokenChain(rows, harness),
    ...harness.log.sent.flatMap((sent) => promisesBroken(sent, byKey.get(sent.key) ?? [])),
  ];
}

const keyOf = ({ bytes }: Line) => (JSON.parse(bytes) as { readonly commandId: string }).commandId;

function promisesBroken(sent: Sent, [event, ...more]: readonly Line[]): string[] {
  const what = `${sent.name} ${sent.key}`;
  const broken: string[] = [];
  if (more.length > 0) broken.push(`I2: ${what} was done ${1 + more.length} times`);
  if (sent.outcome === 'refused' && event) broken.push(`I8: ${what} was refused and done`);
  if (sent.outcome !== 'acked') return broken;
  if (!event) return [...broken, `I1: ${what} was accepted and is lost`];
  const { id, version, position } = sent.answer!;
  const isAsAnswered =
    event.stream.endsWith(id) && event.version === version && event.position === Number(position);
  return isAsAnswered ? broken : [...broken, `I8: ${what} is not where its answer said`];
}

function wrongPlaces(lines: readonly Line[]): string[] {
  const versions = new Map<string, number>();
  const wrong: string[] = [];
  for (const [index, { position, stream, version }] of lines.entries()) {
    if (position !== index + 1) return [`I3: position ${position} follows ${index}`];
    const before = versions.get(stream) ?? 0;
    if (version !== before + 1) wrong.push(`I3: ${stream} has version ${version} after ${before}`);
    versions.set(stream, version);
  }
  return wrong;
}

function brokenChain(lines: readonly Line[], { heads }: Harness): string[] {
  let before: string | undefined;
  for (const { position, bytes, hash } of lines) {
    if (independentHash(before, bytes) !== hash) return [`I4: the chain breaks at ${position}`];
    before = hash;
  }
  const changed = heads.find(({ position, hash }) => lines[position - 1]?.hash !== hash);
  if (changed) return [`I4: the log is another one than before at ${changed.position}`];
  const last = lines.at(-1);
  if (last) heads.push({ position: last.position, hash: last.hash });
  return [];
}
