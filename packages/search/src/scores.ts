/** How well each slot matches; 0 is not at all. */
export class Scores {
  readonly of: Uint16Array;
  readonly slots: number[] = [];

  constructor(readonly capacity: number) {
    this.of = new Uint16Array(capacity);
  }

  raise(slot: number, score: number): void {
    const known = this.of[slot]!;
    if (known === 0) this.slots.push(slot);
    if (score > known) this.of[slot] = score;
  }

  raiseAll(slots: readonly number[], score: number): void {
    for (let i = 0; i < slots.length; i++) this.raise(slots[i]!, score);
  }

  /** The best score of any slot. */
  best(): number {
    return this.slots.reduce((best, slot) => Math.max(best, this.of[slot]!), 0);
  }

  /** The slots that are in each of the lists (at least one list), with the sum of their scores. */
  static every(lists: readonly Scores[]): Scores {
    const [fewest, ...others] = lists.toSorted((a, b) => a.slots.length - b.slots.length);
    const all = new Scores(fewest!.capacity);
    for (const slot of fewest!.slots) {
      let sum = fewest!.of[slot]!;
      if (others.every(({ of }) => (sum += of[slot]!) && of[slot] !== 0)) all.raise(slot, sum);
    }
    return all;
  }
}
