import type {
  DeadLetter,
  DeadLetterAction,
  DeadLetters,
  LetterCount,
  NewDeadLetter,
  RedriveRequest,
} from './port.js';

interface Kept extends Omit<DeadLetter, 'state' | 'dueAt'> {
  allowed: number;
  redrives: number;
  dueMs: number | undefined;
  claimedMs: number;
  discarded: boolean;
}
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Dead letters in memory, for tests of what uses them; `now` is in ms. */
export function openTestDeadLetters(now: () => number = Date.now): DeadLetters {
  const kept = new Map<number, Mutable<Kept>>();
  const actions: Mutable<DeadLetterAction>[] = [];
  let lastId = 0;

  const stateOf = (each: Kept): DeadLetter['state'] => {
    if (each.discarded) return 'discarded';
    const claimed = each.claimedMs > now();
    if (each.dueMs !== undefined && (each.redrives < each.allowed || claimed)) return 'due';
    return each.redrives >= each.allowed ? 'quarantined' : 'blocked';
  };
  const shown = (each: Kept): DeadLetter => {
    const { id, consumer, stream, fromVersion, position, eventId, eventType } = each;
    const { error, tries, blockedAt, redrives, dueMs } = each;
    const place = { id, consumer, stream, fromVersion, position, eventId, eventType };
    const dueAt = dueMs === undefined ? null : new Date(dueMs).toISOString();
    return { ...place, error, tries, blockedAt, redrives, state: stateOf(each), dueAt };
  };
  const note = (each: Kept, action: Partial<DeadLetterAction>) =>
    actions.unshift({
      ...{ id: actions.length + 1, letter: each.id, consumer: each.consumer, stream: each.stream },
      ...{ kind: 'redrive', by: '', at: new Date(now()).toISOString(), note: null, outcome: null },
      ...action,
    });
  const end = (id: number, outcome: DeadLetterAction['outcome'], text: string | null = null) => {
    for (const action of actions) {
      if (action.letter !== id || action.outcome !== null) continue;
      action.outcome = outcome;
      action.note = text;
    }
  };

  return {
    list: async (consumer) =>
      [...kept.values()].filter((each) => !consumer || each.consumer === consumer).map(shown),
    first: async (limit) =>
      [...kept.values()]
        .toSorted((one, other) => Number(one.discarded) - Number(other.discarded))
        .slice(0, limit)
        .map(shown),
    find: async (id) => kept.get(id) && shown(kept.get(id)!),
    async counts() {
      const counts = new Map<string, LetterCount>();
      for (const { consumer, state } of [...kept.values()].map(shown)) {
        const key = `${consumer} ${state}`;
        counts.set(key, { consumer, state, count: (counts.get(key)?.count ?? 0) + 1 });
      }
      return [...counts.values()];
    },
    async add(letter: NewDeadLetter) {
      const same = ({ consumer, stream }: Kept) =>
        consumer === letter.consumer && stream === letter.stream;
      const known = [...kept.values()].find(same);
      if (known && letter.fromVersion < known.fromVersion) Object.assign(known, letter);
      if (known) return;
      const blockedAt = new Date(now()).toISOString();
      const fresh = { redrives: 0, allowed: 3, dueMs: undefined, claimedMs: 0, discarded: false };
      kept.set(++lastId, { ...letter, id: lastId, blockedAt, ...fresh });
    },
    async redrive(ids, { by, perMinute, force }: RedriveRequest) {
      const wanted = [...kept.values()]
        .filter((each) => ids.includes(each.id))
        .filter((each) => (force ? stateOf(each) !== 'due' : stateOf(each) === 'blocked'))
        .toSorted((a, b) => a.position - b.position);
      const gap = 60_000 / perMinute;
      const dues = [...kept.values()].flatMap(({ dueMs }) => dueMs ?? []);
      const begin = Math.max(now(), ...dues.map((due) => due + gap));
      for (const [turn, each] of wanted.entries()) {
        each.dueMs = begin + turn * gap;
        each.allowed = Math.max(each.allowed, each.redrives + 1);
        [each.discarded, each.claimedMs] = [false, 0];
        note(each, { by });
      }
      return wanted.map((each) => ({ id: each.id, dueAt: shown(each).dueAt! }));
    },
    async discard(id, by, reason) {
      const each = kept.get(id);
      if (!each || each.discarded) return false;
      [each.discarded, each.dueMs, each.claimedMs] = [true, undefined, 0];
      end(id, 'dropped');
      note(each, { kind: 'discard', by, note: reason, outcome: 'done' });
      return true;
    },
    async claim(consumer, reached) {
      const due = [...kept.values()].find(
        (each) =>
          each.consumer === consumer &&
          stateOf(each) === 'due' &&
          each.claimedMs < now() &&
          each.dueMs! <= now() - (each.position > reached ? 10_000 : 0),
      );
      if (!due) return undefined;
      due.redrives++;
      due.claimedMs = now() + 30_000;
      return shown(due);
    },
    async succeeded(id) {
      if (kept.delete(id)) end(id, 'done');
    },
    async failed(id, stop) {
      const each = kept.get(id);
      if (!each) return;
      const { fromVersion, position, eventId, eventType, error } = stop;
      Object.assign(each, { fromVersion, position, eventId, eventType, error });
      [each.dueMs, each.claimedMs, each.tries] = [undefined, 0, each.tries + 1];
      end(id, 'failed', error);
    },
    async postpone(id) {
      const each = kept.get(id);
      if (each?.claimedMs) {
        [each.redrives, each.claimedMs, each.dueMs] = [each.redrives - 1, 0, now() + 2000];
      }
    },
    actions: async (of) =>
      'letter' in of
        ? actions.filter(({ letter }) => letter === of.letter)
        : actions.slice(0, of.limit),
  };
}
