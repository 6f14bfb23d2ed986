import { memoryBounds } from '@feusa/contracts/memory-bounds';
import type { EventStore, KeyedAnswer } from '@feusa/event-log/store/port';
import { slotOf, type Ready } from './decide-batch.js';

const REMEMBERED = memoryBounds.metKeys.value;

/**
 * Idempotency keys that have come before. The log is asked for the answers of these alone: to any other key the append
 * refuses a second answer, and its batch is decided again with all keys met.
 */
export class MetKeys {
  private readonly slots = new Set<string>();

  constructor(private readonly store: Pick<EventStore, 'answers'>) {}

  /** What was answered to the keys of a batch that were met before it, by `slotOf`. */
  async answersTo(batch: readonly Ready[]): Promise<Map<string, KeyedAnswer>> {
    const again = placesOf(batch).filter((place) => this.slots.has(slotOf(place)));
    this.meet(batch);
    const known = again.length > 0 ? await this.store.answers(again) : [];
    return new Map(known.map((answer) => [slotOf(answer), answer]));
  }

  meet(batch: readonly Ready[]): void {
    if (this.slots.size > REMEMBERED) this.slots.clear();
    for (const place of placesOf(batch)) this.slots.add(slotOf(place));
  }
}

const placesOf = (batch: readonly Ready[]) =>
  batch.flatMap(({ by, key }) => (key ? [{ actor: by.id, key: key.key }] : []));
