import { idOf } from '@feusa/contracts/events';
import type { Harness } from '../harness.js';
import { patiently, until } from '../until.js';

const PAGE = 5000;
const LOOK_EVERY_MS = 300;
const LATEST = `select distinct on (stream) stream, version, type from log.events
  where stream like 'employee-%' and position <= $1 order by stream, version desc`;

interface Held {
  readonly version: number;
  readonly removed: boolean;
}

/** Waits until the index is what the log says. @returns how long that took, ms @throws with a difference */
export const indexed = (harness: Harness, boundMs: number): Promise<number> =>
  untilNone(boundMs, async () => {
    const { position } = await harness.store.head();
    return differences(harness, position, isSame);
  });

/** The same for all that is in the log by now, while others go on writing. */
export async function caughtUp(harness: Harness, boundMs: number): Promise<number> {
  const { position } = await harness.store.head();
  return untilNone(boundMs, () => differences(harness, position, isAsNew));
}

async function untilNone(boundMs: number, find: () => Promise<string[]>): Promise<number> {
  let found: string[] = [];
  const isNone = async () => (found = await find()).length === 0;
  return until('the search index', isNone, boundMs, LOOK_EVERY_MS).catch((cause: Error) => {
    throw new Error(`${cause.message}: ${found.slice(0, 3).join('; ')}`, { cause: cause.cause });
  });
}

type Fits = (held: Held | undefined, expected: Held | undefined) => boolean;
/** Somebody who was removed is as good as absent. */
const isSame: Fits = (held, expected) => {
  if (!held || held.removed) return !expected || expected.removed;
  return textOf(held) === textOf(expected);
};
const isAsNew: Fits = (held, expected) =>
  isSame(held, expected) || (held?.version ?? 0) >= (expected?.version ?? 0);

/** I6: whoever is present is in the index, at the version of the log, and nobody else. */
async function differences(harness: Harness, upTo: number, fits: Fits): Promise<string[]> {
  const expected = await people(harness, upTo);
  const held = await documents(harness);
  const ids = new Set([...expected.keys(), ...held.keys()]);
  return [...ids].flatMap((id) => {
    const [one, other] = [held.get(id), expected.get(id)];
    return fits(one, other) ? [] : [`${id} is ${textOf(one)}, not ${textOf(other)}`];
  });
}

const textOf = (held: Held | undefined) =>
  held ? `${held.removed ? 'removed ' : ''}at version ${held.version}` : 'absent';

async function people({ pool }: Harness, upTo: number): Promise<Map<string, Held>> {
  const { rows } = await pool.query<{ stream: string; version: number; type: string }>(LATEST, [
    upTo,
  ]);
  return new Map(
    rows.map(({ stream, version, type }) => [
      idOf(stream),
      { version, removed: type === 'EmployeeRemoved' },
    ]),
  );
}

interface Hit {
  readonly _id: string;
  readonly _source: { readonly version: number; readonly removedAt?: string };
}

/** Whether somebody is in the index, whatever the product makes of it. */
export const isHeld = async (harness: Harness, id: string): Promise<boolean> =>
  (await documents(harness)).get(id)?.removed === false;

async function documents(harness: Harness): Promise<Map<string, Held>> {
  await askIndex(harness, '_refresh', {});
  const held = new Map<string, Held>();
  for (let after = ''; ;) {
    const { hits } = await askIndex<{ hits: { hits: Hit[] } }>(harness, '_search', {
      ...{ size: PAGE, sort: [{ id: 'asc' }], _source: ['version', 'removedAt'] },
      ...(after && { search_after: [after] }),
    });
    for (const { _id, _source } of hits.hits) {
      held.set(_id, { version: _source.version, removed: Boolean(_source.removedAt) });
    }
    if (hits.hits.length < PAGE) return held;
    after = hits.hits.at(-1)!._id;
  }
}

/** Asks the engine itself, of this harness's index. @throws Error where it does not answer as wanted */
export async function askIndex<T>(
  { environment, options }: Harness,
  path: string,
  body: object,
  method = 'POST',
): Promise<T> {
  const url = `${environment.direct['OPENSEARCH_URL']}/${options.name}/${path}`;
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patiently(10_000)),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
