/** Choices that are the same for the same seed (mulberry32). */
export class Choices {
  constructor(private state: number) {}

  /** A whole number from `least` to `most`. */
  from(least: number, most: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const unit = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return least + Math.floor(unit * (most - least + 1));
  }

  of<T>(all: readonly T[]): T {
    return all[this.from(0, all.length - 1)]!;
  }
}
