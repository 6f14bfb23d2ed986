import { randomFrom } from '../data.js';
import { Texts } from '../find-data.js';

const TRADE =
  `tractor combine baler harvester loader hydraulic filter warranty torque bearing gearbox
  drawbar hitch clutch coolant diesel injector sieve auger header belt chain sprocket axle tyre cabin
  harness sensor calibration inspection bulletin spare dealer invoice delivery workshop safety`.split(
    /\s+/,
  );
const SYLLABLES =
  `ba be bi bo bu da de di do du fa fe fi fo fu ga ge gi go gu ka ke ki ko ku`.split(' ');
const PART = 0.25;

/** A word for each number that no other document has: nothing that is invented begins with a q. */
export function markOf(number: number): string {
  const digits = [625, 25, 1].map((unit) => Math.floor(number / unit) % 25);
  return `q${digits.map((digit) => SYLLABLES[digit]).join('')}x`;
}

export interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** What documents say: invented words, and some of the trade. */
export class Prose {
  private readonly known = new Texts().words;
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = randomFrom(seed);
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  chance(part: number): boolean {
    return this.random() < part;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!;
  }

  word(): string {
    if (this.chance(PART)) return this.pick(TRADE);
    // The first ones more often, as it is in a language.
    return this.known[Math.floor(this.known.length ** this.random()) - 1]!;
  }

  words(count: number): string {
    return Array.from({ length: count }, () => this.word()).join(' ');
  }

  title(): string {
    const text = `${this.pick(TRADE)} ${this.words(2)}`;
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  paragraph(): string {
    const sentences = Array.from({ length: this.between(3, 8) }, () => {
      const text = this.words(this.between(6, 18));
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    });
    return sentences.join(' ');
  }

  sections(count: number): Section[] {
    return Array.from({ length: count }, () => ({
      heading: this.title(),
      paragraphs: Array.from({ length: this.between(2, 5) }, () => this.paragraph()),
    }));
  }

  shuffle<T>(all: readonly T[]): T[] {
    const list = [...all];
    for (let at = list.length - 1; at > 0; at--) {
      const other = this.between(0, at);
      [list[at], list[other]] = [list[other]!, list[at]!];
    }
    return list;
  }
}
