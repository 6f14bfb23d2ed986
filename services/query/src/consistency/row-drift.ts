import { canonical } from '@feusa/event-log/store/canonical';
import { idOf, type StoredEvent } from '@feusa/contracts/events';
import type { Drift, Made } from '@feusa/contracts/fingerprint';
import { evolveRow, type Row } from '../read-model/rows.js';

/** What a stream's events made of its row, one after the other. */
export function statesOf(events: readonly StoredEvent[]): Row[] {
  const states: Row[] = [];
  for (const event of events) {
    const row = evolveRow(states.at(-1), event);
    if (!row) throw new Error(`${event.type} at ${event.position} does not fit its stream`);
    states.push(row);
  }
  return states;
}

/** The row that should be there: it may be ahead of `upTo`, but not behind. */
export function expectedRow(
  found: Row | undefined,
  events: readonly StoredEvent[],
  upTo: number,
): Row | undefined {
  const due = events.filter(({ position }) => position <= upTo).length;
  const version = Math.min(events.length, Math.max(due, found?.version ?? 0));
  return statesOf(events)[version - 1];
}

/** How a row is not what its stream says, undefined where it is. */
export function driftOf(
  what: Made,
  found: Row | undefined,
  { events, upTo }: { events: readonly StoredEvent[]; upTo: number },
): Drift | undefined {
  const expected = expectedRow(found, events, upTo);
  if (!expected || (found && same(found, expected))) return undefined;
  const id = idOf(events[0]!.stream);
  if (!found) return drift(what, id, { kind: 'missing', event: events[0]!, detail: 'not there' });
  const states = statesOf(events);
  const older = states[found.version - 1];
  if (found.version < expected.version && older && same(found, older)) {
    const detail = `version ${found.version} instead of ${expected.version}`;
    return drift(what, id, { kind: 'older', event: events[found.version]!, detail });
  }
  return altered(what, found, { events, states: states.slice(0, expected.version) });
}

/** The event after which it differs is the first one that said what no longer stands there. */
function altered(
  what: Made,
  found: Row,
  { events, states }: { events: readonly StoredEvent[]; states: readonly Row[] },
): Drift {
  const expected = states.at(-1)!;
  const fields = Object.keys(expected).filter((key) => !same(at(found, key), at(expected, key)));
  const since = (key: string) => {
    let index = states.length - 1;
    while (index > 0 && same(at(states[index - 1]!, key), at(expected, key))) index--;
    return index;
  };
  const event = events[Math.min(...fields.map(since))] ?? events[0]!;
  const detail = fields
    .map((key) => `${key} is ${shown(at(found, key))} instead of ${shown(at(expected, key))}`)
    .join(', ');
  return drift(what, found.id, { kind: 'altered', event, detail });
}

interface Finding {
  readonly kind: Drift['kind'];
  readonly event?: StoredEvent;
  readonly detail: string;
}

/** In the shape in which it is told. */
export const drift = (what: Made, id: string, { kind, event, detail }: Finding): Drift => ({
  ...{ what, id, kind, detail },
  position: event ? String(event.position) : null,
  eventType: event?.type ?? null,
});

const MAX_SHOWN = 80;
const at = (row: object, key: string): unknown => (row as Record<string, unknown>)[key];
export const same = (a: unknown, b: unknown): boolean =>
  canonical(a ?? null) === canonical(b ?? null);
const shown = (value: unknown): string => canonical(value ?? null).slice(0, MAX_SHOWN);
