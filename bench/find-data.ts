import { randomFrom } from './data.js';

const WORDS = 60_000;
/** Zipf–Mandelbrot, as it is in English. */
const SHIFT = 2.7;
const MEAN_WORDS = 880;

const starts =
  'b c d f g h k l m n p r s t v w br cl cr dr fl gr pl pr sh sl sp st str th tr'.split(' ');
const middles = 'a e i o u a e i o ai ea ee io oa oo ou'.split(' ');
const ends = ['', '', '', 'n', 'r', 's', 't', 'l', 'ng', 'nt', 'rd', 'st', 'ck', 'm'];

/** Text of invented words that are as frequent and as long as those of a language. */
export class Texts {
  private readonly random = randomFrom(11);
  readonly words: readonly string[];
  private readonly upTo: Float64Array;

  constructor() {
    const words = new Set<string>();
    while (words.size < WORDS) words.add(this.invent(1 + Math.floor(words.size ** 0.12)));
    this.words = [...words];
    this.upTo = new Float64Array(WORDS);
    let sum = 0;
    for (let rank = 0; rank < WORDS; rank++) this.upTo[rank] = sum += 1 / (rank + SHIFT);
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!;
  }

  /** A word, common ones more often. */
  word(): string {
    return this.words[this.rank()]!;
  }

  /** Few long ones, many short ones; the mean is about 10 KB. */
  text(): string {
    const spread = Math.exp(1.2 * (this.random() + this.random() + this.random() - 1.5));
    return this.some(Math.max(20, Math.round(0.85 * MEAN_WORDS * spread)));
  }

  some(count: number): string {
    return Array.from({ length: count }, () => this.word()).join(' ');
  }

  private rank(): number {
    const wanted = this.random() * this.upTo[WORDS - 1]!;
    let [low, high] = [0, WORDS - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.upTo[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private invent(syllables: number): string {
    const parts = Array.from({ length: syllables }, () =>
      [starts, middles, ends].map((some) => this.pick(some)).join(''),
    );
    return parts.join('');
  }
}
