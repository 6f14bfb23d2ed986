import type { Known } from './matcher.js';
import type { Scores } from './scores.js';

/** A person in a numbered place. */
export interface Entry {
  readonly id: string;
  readonly version: number;
  /** Sorts people among equal matches. */
  readonly key: string;
  readonly known: Known;
}

const SPAN = 2 ** 32;

/** The people by id, by number and in the order of their keys. */
export class Roster {
  readonly #entries: (Entry | undefined)[] = [];
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #unsorted = new Set<number>();
  #order: number[] = [];
  #ranks: Uint32Array | undefined;

  slot(id: string): number | undefined {
    return this.#slots.get(id);
  }

  /** Only for a slot that was set. */
  entry(slot: number): Entry {
    return this.#entries[slot]!;
  }

  everybody(): Entry[] {
    return this.#entries.filter((entry) => entry !== undefined);
  }

  /** A number for a person who has none yet. */
  take(id: string): number {
    const slot = this.#free.pop() ?? this.#entries.push(undefined) - 1;
    this.#slots.set(id, slot);
    return slot;
  }

  set(slot: number, entry: Entry): void {
    const before = this.#entries[slot];
    this.#entries[slot] = entry;
    if (before?.key === entry.key) return;
    if (before) this.#unsort(slot);
    this.#unsorted.add(slot);
    this.#ranks = undefined;
  }

  free(slot: number): void {
    this.#unsort(slot);
    this.#slots.delete(this.entry(slot).id);
    this.#entries[slot] = undefined;
    this.#free.push(slot);
    this.#ranks = undefined;
  }

  /** Ids of the best scores from `from` up to `to`, equal ones in the order of their keys. */
  best({ slots, of }: Scores, from: number, to: number): string[] {
    const ranks = (this.#ranks ??= this.#rank());
    const places = new Float64Array(slots.length);
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!;
      places[i] = (0xffff - of[slot]!) * SPAN + ranks[slot]!;
    }
    return Array.from(places.sort().subarray(from, to), (place) => {
      return this.entry(this.#order[place % SPAN]!).id;
    });
  }

  #unsort(slot: number): void {
    if (!this.#unsorted.delete(slot)) this.#order.splice(this.#order.indexOf(slot), 1);
  }

  #rank(): Uint32Array {
    const key = (slot: number) => this.entry(slot).key;
    const added = [...this.#unsorted].sort((a, b) => (key(a) < key(b) ? -1 : 1));
    this.#unsorted.clear();
    if (this.#order.length === 0) this.#order = added;
    else for (const slot of added) this.#order.splice(this.#place(key(slot)), 0, slot);
    const ranks = new Uint32Array(this.#entries.length);
    this.#order.forEach((slot, rank) => (ranks[slot] = rank));
    return ranks;
  }

  /** Where a key belongs in the order. */
  #place(key: string): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.entry(this.#order[middle]!).key < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
