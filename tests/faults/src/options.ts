import { parseArgs } from 'node:util';

export interface Options {
  /** Ids of scenarios and names of mutants; all where there are none. */
  readonly only: readonly string[];
  readonly seed: number;
  readonly full: boolean;
  /** So many times longer than usual everything may take: for a machine that does much else. */
  readonly patience: number;
  /** Of the soak, which runs only where it is asked for. */
  readonly minutes: number;
  /** Kinds of greedy clients in the soak; all where there are none. */
  readonly greedy: readonly string[];
  /** Leaves what the engines and services wrote where it is. */
  readonly keep: boolean;
}

/** @throws Error where they cannot be read */
export function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: '' },
      seed: { type: 'string' },
      full: { type: 'boolean', default: false },
      patience: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '30' },
      greedy: { type: 'string', default: '' },
      keep: { type: 'boolean', default: false },
    },
  });
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error('--seed is a whole number');
  const patience = Number(values.patience);
  if (!(patience >= 1)) throw new Error('--patience is a number from 1 on');
  const minutes = Number(values.minutes);
  if (!(minutes >= 1)) throw new Error('--minutes is a number from 1 on');
  const [only, greedy] = [listOf(values.only), listOf(values.greedy)];
  return { only, greedy, seed, patience, minutes, full: values.full, keep: values.keep };
}

const listOf = (text: string) => text.split(',').filter(Boolean);
