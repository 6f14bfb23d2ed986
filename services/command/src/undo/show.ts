import type { EventStore } from '@feusa/event-log/store/port';
import { streamOf, type Noun } from '@feusa/contracts/events';
import type { UndoChange, UndoConflict, UndoPreview, UndoStep } from '@feusa/contracts/undo';
import type { SessionUser } from '@feusa/contracts/users';
import { nameOf, NOTHING, thingAfter, type Value } from '@feusa/domain/things';
import type { Change, Conflict } from '@feusa/domain/undo';
import { planHash, UNSEEN_PLACE, type Step } from './plan.js';

interface Page {
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A page of a plan, in the words of whom it is shown to. */
export async function showPlan(
  steps: readonly Step[],
  { before = Infinity, limit }: Page,
  { store, by }: { readonly store: EventStore; readonly by: SessionUser },
): Promise<UndoPreview> {
  const due = steps.filter(({ event }) => event.position < before);
  const page = due.slice(0, limit);
  const names = await namesIn(store, page);
  const emails = by.role === 'admin' ? await emailsIn(store, page) : new Map<string, string>();
  const words = { names, emails };
  const next = due.length > limit ? String(page.at(-1)?.event.position) : null;
  return {
    plan: planHash(steps),
    total: steps.length,
    counts: countsOf(steps),
    taken: steps.filter(({ taken }) => taken).length,
    steps: page.map((step) => shown(step, words)),
    next,
  };
}

export function countsOf(steps: readonly Step[]): UndoPreview['counts'] {
  const counts = { ready: 0, conflict: 0, blocked: 0, done: 0 };
  for (const { state } of steps) counts[state]++;
  return counts;
}

interface Words {
  readonly names: ReadonlyMap<string, string>;
  readonly emails: ReadonlyMap<string, string>;
}

function shown(step: Step, words: Words): UndoStep {
  const { event, name, state, whole, conflicts, taken = null, reason } = step;
  const { position, id, stream, type, at, actor } = event;
  return {
    position: String(position),
    ...{ id, stream, type, at, actor, state, name },
    command: whole?.command.name ?? null,
    changes: telling(whole?.changes ?? []).map((change) => shownChange(change, step, words)),
    conflicts: telling(conflicts).map((conflict) => shownConflict(conflict, words)),
    taken,
    reason,
  };
}

/** Who a manager is says nothing new beside what they are called. */
function telling<T extends { readonly field: string }>(all: readonly T[]): readonly T[] {
  const isNamed = all.some(({ field }) => field === 'manager');
  return isNamed ? all.filter(({ field }) => field !== 'managerId') : all;
}

function shownChange({ field, from, to }: Change, { taken }: Step, words: Words): UndoChange {
  const given = field === 'name' && taken ? taken.suggestion : to;
  return { field, from: shownValue(field, from, words), to: shownValue(field, given, words) };
}

function shownConflict({ field, was, is, since }: Conflict, words: Words): UndoConflict {
  const email = since && words.emails.get(since.actor);
  return {
    field,
    was: shownValue(field, was, words),
    is: shownValue(field, is, words),
    by: since?.actor ?? null,
    ...(email && { byEmail: email }),
    at: since?.at ?? null,
    position: since?.position ? String(since.position) : null,
  };
}

function shownValue(field: string, value: Value, { names }: Words): Value {
  if (value === null) return null;
  if (nounIn.has(field)) return names.get(value) ?? value;
  return field === 'image' ? 'A picture' : value;
}

/** Fields that hold the id of something. */
const nounIn: ReadonlyMap<string, Noun> = new Map([
  ['place', 'folder'],
  ['managerId', 'employee'],
]);

/** What the folders and managers are called that these steps name, by id. */
async function namesIn(store: EventStore, steps: readonly Step[]) {
  const streams = new Map<string, string>();
  const name = (field: string, ids: readonly Value[]) => {
    const noun = nounIn.get(field);
    for (const id of ids.filter((each) => each !== UNSEEN_PLACE))
      if (noun && id !== null) streams.set(streamOf(noun, id), id);
  };
  for (const { whole, conflicts } of steps) {
    for (const { field, from, to } of whole?.changes ?? []) name(field, [from, to]);
    for (const { field, was, is } of conflicts) name(field, [was, is]);
  }
  if (streams.size === 0) return new Map<string, string>();
  const things = new Map([...streams.values()].map((id) => [id, NOTHING]));
  for (const event of await store.readStreams([...streams.keys()])) {
    const id = streams.get(event.stream) ?? '';
    things.set(id, thingAfter(things.get(id) ?? NOTHING, event));
  }
  return new Map([...things].map(([id, thing]) => [id, nameOf(thing)]));
}

/** The addresses of who has changed since what these steps would change, by id. */
async function emailsIn(store: EventStore, steps: readonly Step[]): Promise<Map<string, string>> {
  const since = steps.flatMap(({ conflicts }) => conflicts.flatMap((each) => each.since ?? []));
  const accounts = await store.accountsById(since.map(({ actor }) => actor));
  return new Map(accounts.map(({ id, email }) => [id, email]));
}
