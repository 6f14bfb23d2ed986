import { guessed, prices } from './figures.js';
import { type Titled, titled } from './format.js';

const REGIONS = 4;
const STORED_TB = 20;

interface Part {
  readonly what: string;
  readonly home: number;
  readonly region: number;
  readonly price: number;
}

const parts: readonly Part[] = [
  { what: 'PostgreSQL, and its copy in step (large)', home: 2, region: 0, price: prices.large },
  { what: 'PostgreSQL to read from (large)', home: 1, region: 1, price: prices.large },
  { what: 'command, one works and one waits (medium)', home: 2, region: 0, price: prices.medium },
  { what: 'query (medium)', home: 4, region: 2, price: prices.medium },
  { what: 'gateway (small)', home: 2, region: 2, price: prices.small },
  { what: 'Kafka (medium)', home: 3, region: 0, price: prices.medium },
  { what: 'OpenSearch and indexer (large)', home: 3, region: 0, price: prices.large },
  { what: 'Redis (small)', home: 2, region: 2, price: prices.small },
  { what: 'figures, alerts, witness (small)', home: 2, region: 0, price: prices.small },
];

const costOf = ({ home, region, price }: Part) => (home + REGIONS * region) * price;

/** Of machines, files and what is sent. */
export function cost(): Titled {
  const { people, aDay, workingDays } = guessed;
  const sent = (people * aDay.downloads * workingDays) / 12 / 2 ** 20;
  const machines = parts.reduce((sum, part) => sum + costOf(part), 0);
  const rest: [string, number][] = [
    [`files, ${STORED_TB} TB and a backup of them`, 2 * STORED_TB * prices.storedTb],
    [`${Math.round(sent)} TB of files by CDN`, sent * prices.cdnTb],
    ['everything else that is sent, 10 TB', 10 * prices.sentTb],
  ];
  const all = rest.reduce((sum, [, euros]) => sum + euros, machines);
  return titled(
    'Cost',
    ['what', 'home', 'each of 4 regions', 'euros a month'],
    [
      ...parts.map((part) => [part.what, part.home, part.region, costOf(part)]),
      ['all machines', '', '', machines],
      ...rest.map(([what, euros]) => [what, '', '', euros]),
      ['all of it', '', '', all],
      ['a person', '', '', all / people],
    ],
  );
}
