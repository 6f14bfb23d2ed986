import { guessed, measured, peakOf } from './figures.js';
import { answered, digits, titled } from './format.js';
import { exponential, logNormal, mixed, queue, seeded } from './queueing.js';

const { aDay, watching } = guessed;
const changes = peakOf(aDay.changes);

export const workload = () =>
  titled(
    'What people ask for',
    ['what', 'a person a day', 'a second, mean', 'a second, busiest minutes'],
    Object.entries(aDay).map(([what, each]) => [
      what,
      each,
      peakOf(each) / guessed.peak,
      peakOf(each),
    ]),
  );

/** Cores for a push a second, in ms for each. */
const push = (cores: number) => (1000 * cores) / measured.pushes.rate;

export function pushes() {
  const draw = seeded(3);
  const of = (cores: number, replicas: number) => {
    const screens = (all: number) => () => (push(cores) * all) / replicas;
    const time = mixed(
      [
        { share: guessed.ofEmployees, time: screens(watching.employees) },
        { share: 1 - guessed.ofEmployees, time: screens(watching.folder) },
      ],
      draw,
    );
    return answered(queue({ rate: changes, servers: 1, time, draw, count: 50_000 }));
  };
  const { product, floor } = measured.pushes;
  const busy = (replicas: number) => (load * push(product)) / 1000 / replicas;
  const { ofEmployees } = guessed;
  const load = changes * (ofEmployees * watching.employees + (1 - ofEmployees) * watching.folder);
  const rows = [1, 2, 3, 4, 6, 10].map((replicas) => [
    replicas,
    guessed.people / replicas,
    busy(replicas),
    ...of(product, replicas),
    ...of(floor, replicas),
  ]);
  return titled(
    'From a change in the read model to the last screen, p50 and p99 in ms',
    ['query services', 'sockets each', 'cores each', 'product', '', 'floor', ''],
    rows,
  );
}

export function reads() {
  const draw = seeded(4);
  const time = mixed(
    (['folder', 'page', 'person'] as const).map((kind) => ({
      share: guessed.reads[kind],
      time: exponential(1000 / measured.reads[kind], draw),
    })),
    draw,
  );
  const rate = peakOf(aDay.reads);
  const rows = [1, 2, 3, 4].map((replicas) => {
    const of = (all: number) => answered(queue({ rate: all / replicas, servers: 1, time, draw }));
    const shared = answered(queue({ rate, servers: replicas, time, draw }));
    return [replicas, ...of(rate), ...shared, ...of(3 * rate)];
  });
  return titled(
    `Reads, ${digits(rate)} a second, p50 and p99 in ms`,
    [
      'query services',
      'one browser, one service',
      '',
      'any service',
      '',
      'three times as many',
      '',
    ],
    rows,
  );
}

export function searches() {
  const draw = seeded(5);
  const { prefix, typo } = measured.search;
  const people = mixed(
    [
      { share: 1 - guessed.typos, time: exponential(1000 / prefix, draw) },
      { share: guessed.typos, time: exponential(1000 / typo, draw) },
    ],
    draw,
  );
  const documents = logNormal(measured.find.p50, measured.find.p95, draw);
  const of = (aDayEach: number, servers: number, time: () => number) =>
    answered(queue({ rate: peakOf(aDayEach), servers, time, draw }));
  const rows = [2, 3, 4, 5, 6].map((servers) => [
    servers,
    ...of(aDay.searches, servers, people),
    ...of(aDay.finds, servers, documents),
  ]);
  return titled(
    'Search, p50 and p99 in ms',
    [
      'servers',
      `people, ${digits(peakOf(aDay.searches))}/s`,
      '',
      `documents, ${digits(peakOf(aDay.finds))}/s`,
      '',
    ],
    rows,
  );
}

export function files() {
  const { small, large, nginx } = measured.download;
  const all = guessed.people * 20;
  const hours = (rate: number) => all / rate / 3600;
  return titled(
    'Files',
    ['what', 'MiB/s', 'busiest minutes, share of it', '20 MiB to everybody, hours'],
    [
      ['1 MiB, services apart', small, peakOf(aDay.downloads) / small, hours(small)],
      ['100 MiB, services apart', large, peakOf(aDay.downloads) / large, hours(large)],
      ['nginx, 100 MiB, four at once', nginx, peakOf(aDay.downloads) / nginx, hours(nginx)],
    ],
  );
}
