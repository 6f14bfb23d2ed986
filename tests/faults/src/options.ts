import { Command, InvalidArgumentError, Option } from 'commander';

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

/** Reads the command line; ends the process where it cannot be read, or where it asks for help. */
export const optionsOf = (args: readonly string[]): Options =>
  new Command('npm run faults --')
    .description('Breaks services and engines on purpose, and says whether the product holds.')
    .option(
      '--only <names>',
      'scenarios and mutants, with commas between; soak only so',
      listOf,
      [],
    )
    .addOption(
      new Option('--seed <number>', 'repeats a run')
        .argParser(wholeNumber)
        .default(Date.now() % 1_000_000, 'another one each time'),
    )
    .option('--full', 'longer runs', false)
    .option('--patience <times>', 'on a machine that does much else', atLeastOne, 1)
    .option('--minutes <number>', 'of the soak', atLeastOne, 30)
    .option('--greedy <kinds>', 'clients in the soak, with commas between', listOf, [])
    .option('--keep', 'leaves what engines and services wrote where it is', false)
    .parse([...args], { from: 'user' })
    .opts<Options>();

const listOf = (text: string) => text.split(',').filter(Boolean);

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('It is a whole number.');
}

function atLeastOne(text: string): number {
  const number = Number(text);
  if (number >= 1) return number;
  throw new InvalidArgumentError('It is a number from 1 on.');
}
