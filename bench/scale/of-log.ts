import { guessed, measured, peakOf } from './figures.js';
import { answered, digits, titled } from './format.js';
import { ceiling, groupCommit, type Head, seeded } from './queueing.js';

const { aDay } = guessed;
const changes = peakOf(aDay.changes);

/** An append and a command in it, by the rates of 1 and of 64 clients. */
export function fittedHead(): Head {
  const { 1: one, 64: many } = measured.commands.quiet;
  const command = ((1000 * 64) / many - 2000 / one) / 62;
  return { append: 1000 / one - command, command, batch: 256, first: 0 };
}

const far = (ms: number, first = 0): Head => {
  const head = fittedHead();
  return { ...head, append: head.append + ms, first };
};

export function ceilings() {
  const { quiet, busy, distributed } = measured.commands;
  const kinds: [string, number][] = [
    ['one process, quiet machine, 64 clients', quiet[64]],
    ['one process, docs/performance.md, 64 clients', busy],
    ['services apart on one machine of 2 cores', distributed],
    ['model: second copy 1 ms away', ceiling(far(1))],
    ['model: second copy 80 ms away', ceiling(far(80))],
    ['model: the same, 1 command of 10 first', ceiling(far(80, 0.1))],
    ['model: the same, every command first', ceiling(far(80, 1))],
  ];
  return titled(
    'What the head takes',
    ['where', 'commands/s', 'over the busiest minutes', 'changes a person a day at 70 %'],
    kinds.map(([name, rate]) => [name, rate, rate / changes, (0.7 * rate) / peakOf(1)]),
  );
}

export function waits() {
  const draw = seeded(2);
  const rows = [0, 1, 10, 80, 150].map((ms) => [
    ms,
    ...[far(ms), far(ms, 0.1)].flatMap((head) =>
      [changes, 10 * changes].flatMap((rate) => answered(groupCommit(head, rate, draw, 50_000))),
    ),
  ]);
  const rate = digits(changes);
  return titled(
    'How long a command takes, p50 and p99 in ms',
    [
      'copy away, ms',
      `${rate}/s`,
      '',
      'ten times',
      '',
      `${rate}/s, a tenth first`,
      '',
      'ten times',
      '',
    ],
    rows,
  );
}

export function acknowledgements() {
  const rows = [1000, 10_000, 100_000].map((people) => {
    const last = (1000 * people) / measured.rows;
    return [people, last, 1000 / last, (people * last) / 2 / 1000 / 60];
  });
  return titled(
    'A file that everybody acknowledges',
    ['people', 'the last one holds the head, ms', 'so many a second', 'all of them, minutes'],
    rows,
  );
}

export function regions() {
  const head = fittedHead();
  const commit = head.append + head.command;
  const rows = [40, 120, 250].map((ms) => {
    const own = ms + commit + 1;
    const screen = ms + measured.toScreen;
    const { twoReads } = measured;
    return [ms, own, own + 80, screen, screen + 80, 2 * ms + twoReads, 10 + twoReads];
  });
  return titled(
    'What distance costs, in ms',
    [
      'round trip home, ms',
      'own command',
      'copy 80 ms away',
      'to a screen as far',
      'copy 80 ms away',
      'two reads at home',
      'two reads in the region',
    ],
    rows,
  );
}

export function growth() {
  const { replay, verify, bytes } = measured;
  const each = bytes.log + bytes.past + bytes.trail;
  const rows = [1, 10].map((years) => {
    const events = years * guessed.workingDays * guessed.people * aDay.changes;
    return [
      years,
      events / 1e6,
      (events * bytes.log) / 1e9,
      (events * each) / 1e9,
      events / verify / 60,
      events / replay / 60,
    ];
  });
  return titled(
    'The log',
    ['years', 'million events', 'GB, log', 'GB, with past and trail', 'verify, min', 'replay, min'],
    rows,
  );
}
