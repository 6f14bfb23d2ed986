import { describe, expect, it } from '@jest/globals';
import { FoundLog } from './found-log.js';
import type { LogEvent } from '../log-event.js';
import type { LogQuery, LogRows } from './log-rows.js';
import { WholeLog } from './whole-log.js';

const eventAt = (position: number) => ({ position: String(position) }) as unknown as LogEvent;

/** A log of so many events of which a filter finds some, as the server answers. */
function server(matches: (position: number) => boolean = () => true) {
  let size = 0;
  let calls = 0;
  let fault: Error | undefined;
  const read = ({ after = 0, before = Infinity, newestFirst, limit }: LogQuery) => {
    calls += 1;
    if (fault) return Promise.reject(fault);
    const all = Array.from({ length: size }, (_, n) => n + 1).filter(
      (position) => position > after && position < before && matches(position),
    );
    const found = newestFirst ? all.toReversed() : all;
    const events = found.slice(0, limit).map(eventAt);
    const next = found.length > limit ? (events.at(-1)?.position ?? null) : null;
    return Promise.resolve({ events, next });
  };
  return {
    read,
    grow: (to: number) => (size = to),
    fail: (with_?: Error) => (fault = with_),
    calls: () => calls,
  };
}
const still = () => new Promise((resolve) => setTimeout(resolve, 200));
const positions = ({ snapshot }: LogRows, first: number, last: number) =>
  Array.from({ length: last - first }, (_, n) =>
    Number(snapshot.get().at(first + n)?.position ?? 0),
  );
const down = (from: number, count: number) => Array.from({ length: count }, (_, n) => from - n);

describe('the whole log', () => {
  it('knows any row of a million by a page or two', async () => {
    const { read, grow, calls } = server();
    grow(1050);
    const rows = new WholeLog(read);
    await rows.start();
    expect(rows.snapshot.get().count).toBe(1050);
    expect(positions(rows, 0, 30)).toEqual(down(1050, 30));
    const before = calls();
    rows.want(700, 730);
    await still();
    expect(positions(rows, 700, 730)).toEqual(down(350, 30));
    expect(calls() - before).toBeLessThanOrEqual(2);
    rows.want(1040, 1050);
    await still();
    expect(positions(rows, 1040, 1050)).toEqual(down(10, 10));
    expect(rows.snapshot.get().indexOf('350')).toBe(700);
  });

  it('holds what comes until it is taken', async () => {
    const { read, grow } = server();
    grow(250);
    const rows = new WholeLog(read);
    await rows.start();
    grow(253);
    rows.grown(253);
    expect(rows.snapshot.get()).toMatchObject({ fresh: 3, count: 250 });
    rows.take();
    await still();
    expect(rows.snapshot.get()).toMatchObject({ fresh: 0, count: 253 });
    expect(positions(rows, 0, 5)).toEqual([253, 252, 251, 250, 249]);
  });

  it('is empty where nothing has happened, and begins with what does', async () => {
    const { read, grow } = server();
    const rows = new WholeLog(read);
    await rows.start();
    expect(rows.snapshot.get().count).toBe(0);
    grow(1);
    rows.grown(1);
    rows.take();
    await still();
    expect(positions(rows, 0, 1)).toEqual([1]);
  });

  it('tells a fault, and forgets it once it has read again', async () => {
    const { read, grow, fail } = server();
    grow(10);
    const rows = new WholeLog(read);
    fail(new Error('away'));
    await rows.start();
    expect(rows.snapshot.get()).toMatchObject({ count: undefined, error: new Error('away') });
    fail();
    await rows.start();
    expect(rows.snapshot.get()).toMatchObject({ count: 10, error: undefined });
  });
});

describe('what a filter finds', () => {
  it.each([
    ['all', () => true],
    ['one in seven', (n: number) => n % 7 === 0],
    ['the oldest only', (n: number) => n < 40],
    ['none', () => false],
  ])('misses and repeats nothing: %s', async (_name, matches) => {
    const { read, grow } = server(matches);
    grow(650);
    const rows = new FoundLog(read);
    await rows.start();
    for (let tries = 0; tries < 12; tries++) {
      rows.want(0, rows.snapshot.get().count ?? 0);
      await new Promise((resolve) => setTimeout(resolve));
    }
    const wanted = down(650, 650).filter(matches);
    expect(rows.snapshot.get().count).toBe(wanted.length);
    expect(positions(rows, 0, wanted.length)).toEqual(wanted);
  });

  it('finds what comes, and holds it until it is taken', async () => {
    const { read, grow } = server((n) => n % 2 === 0);
    grow(10);
    const rows = new FoundLog(read);
    await rows.start();
    grow(400);
    rows.grown(400);
    await still();
    expect(rows.snapshot.get().fresh).toBe(195);
    expect(positions(rows, 0, 2)).toEqual([10, 8]);
    rows.take();
    expect(positions(rows, 0, 3)).toEqual([400, 398, 396]);
    expect(rows.snapshot.get().count).toBe(200);
  });
});
