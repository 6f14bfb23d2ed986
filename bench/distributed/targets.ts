import type { Figures } from '../measure.js';
import { number } from '../table.js';
import type { CatchUp } from './catch-up.js';
import type { Reindexing } from './reindexing.js';
import type { Searching } from './searching.js';

/** What the product came to, beside something bare that was measured in the same run. */
export interface Target {
  readonly name: string;
  readonly product: number;
  readonly bare: number;
  readonly unit: string;
  /** Of product to bare. */
  readonly wanted: { readonly atLeast: number } | { readonly atMost: number };
}

/** What a figure itself is to be, with nothing beside it. */
export interface Goal {
  readonly name: string;
  readonly product: number;
  readonly unit: string;
  readonly atMost: number;
}

/** MiB that each service may take at rest. */
const MOST_AT_REST = 90;

export const goalsOf = (toScreen: Figures, atRest: ReadonlyMap<string, number>): Goal[] => [
  { name: 'command to screen, median', product: toScreen.p50, unit: ' ms', atMost: 8 },
  { name: 'command to screen, 99th percentile', product: toScreen.p99, unit: ' ms', atMost: 40 },
  ...[...atRest].map(([service, mebibytes]) => ({
    name: `memory at rest of ${service}`,
    ...{ product: mebibytes, unit: ' MiB', atMost: MOST_AT_REST },
  })),
];

export function tableOfGoals(goals: readonly Goal[]): string {
  const rows = goals.map(({ name, product, unit, atMost }) => {
    const met = product <= atMost ? 'yes' : `**no**, ${number(product / atMost)} times as much`;
    return `| ${name} | ${number(product)}${unit} | <= ${atMost}${unit} | ${met} |`;
  });
  return ['| goal | product | wanted | met |\n| --- | --- | --- | --- |', ...rows].join('\n');
}

export interface Measured {
  /** Commands with 64 in flight, and the standalone profile's. */
  readonly commands: Figures;
  readonly standalone: Figures;
  /** Cores that the processes of the product used meanwhile, by themselves: without engines and load. */
  readonly cores: { readonly product: number; readonly standalone: number };
  readonly toScreen: Figures;
  readonly roundTrip: Figures;
  readonly events: number;
  readonly catchUp: CatchUp;
  readonly reindexed: readonly Reindexing[];
  readonly searched: Readonly<Record<string, Searching>>;
}

export function targetsOf(measured: Measured): Target[] {
  const { commands, standalone, cores, toScreen, roundTrip, catchUp } = measured;
  return [
    {
      name: 'commands at 64 in flight for each core used : standalone',
      product: commands.rate / cores.product,
      bare: standalone.rate / cores.standalone,
      ...{ unit: '/s', wanted: { atLeast: 0.7 } },
    },
    {
      name: 'commands at 64 in flight : standalone',
      ...{ product: commands.rate, bare: standalone.rate, unit: '/s', wanted: { atLeast: 0.7 } },
    },
    {
      name: 'command to screen, median : Kafka round trip',
      ...{ product: toScreen.p50, bare: roundTrip.p50, unit: ' ms', wanted: { atMost: 2 } },
    },
    {
      name: 'command to screen, 99th percentile : Kafka round trip',
      ...{ product: toScreen.p99, bare: roundTrip.p99, unit: ' ms', wanted: { atMost: 3 } },
    },
    {
      name: `catch-up of ${measured.events} events : bare consumer`,
      ...{ product: catchUp.product, bare: catchUp.bare, unit: ' ms', wanted: { atMost: 2 } },
    },
    ...measured.reindexed.map(({ people, product, bare }) => ({
      name: `reindex of ${people} people : bare bulk`,
      ...{ product, bare, unit: ' documents/s', wanted: { atLeast: 0.6 } },
    })),
    ...Object.entries(measured.searched).map(([kind, { product, bare }]) => ({
      name: `search by ${kind}, median : bare requests`,
      ...{ product: product.p50, bare: bare.p50, unit: ' ms', wanted: { atMost: 1.5 } },
    })),
  ];
}

export function passes({ product, bare, wanted }: Target): boolean {
  const ratio = product / bare;
  return 'atLeast' in wanted ? ratio >= wanted.atLeast : ratio <= wanted.atMost;
}

export function tableOfTargets(targets: readonly Target[]): string {
  const rows = targets.map((target) => {
    const { name, product, bare, unit, wanted } = target;
    const bound = 'atLeast' in wanted ? `>= ${wanted.atLeast}` : `<= ${wanted.atMost}`;
    const figures = `${number(product)}${unit} | ${number(bare)}${unit} | ${number(product / bare)}`;
    return `| ${name} | ${figures} | ${bound} | ${passes(target) ? 'yes' : '**no**'} |`;
  });
  const head =
    '| target | product | bare | ratio | wanted | met |\n| --- | --- | --- | --- | --- | --- |';
  return [head, ...rows].join('\n');
}
