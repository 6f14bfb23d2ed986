import type { DeadLetters } from '@feusa/event-log/dead-letters/port';
import { openTestDeadLetters } from '@feusa/event-log/dead-letters/test-dead-letters';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readOptions } from './options.js';
import { runDeadLetters } from './run.js';

let letters: DeadLetters;
let printed: string[];
beforeEach(async () => {
  [letters, printed] = [openTestDeadLetters(() => Date.UTC(2026, 10, 21, 8, 15)), []];
  for (const [consumer, stream] of [
    ['read-model', 'folder-1'],
    ['search-indexer', 'employee-1'],
  ] as const) {
    const place = { consumer, stream, fromVersion: 2, position: 17, tries: 5 };
    const event = { eventId: 'an event', eventType: 'FolderMoved', error: 'it does not fit' };
    await letters.add({ ...place, ...event });
  }
});

const run = async (line: string) => {
  printed = [];
  return runDeadLetters(readOptions(line.split(' ').map((each) => each.replaceAll('_', ' '))), {
    letters,
    rehearse: async (some) =>
      new Map(
        some.flatMap(({ id, consumer }) =>
          consumer === 'read-model' ? [[id, id === 1 ? 'no row' : undefined] as const] : [],
        ),
      ),
    print: (text) => void printed.push(text),
  });
};
const text = () => printed.join('\n');
const states = async () => (await letters.list()).map(({ state }) => state);

describe('dead letters at the command line', () => {
  it('are listed, without those given up', async () => {
    await run('list');
    expect(printed).toHaveLength(3);
    expect(printed[1]).toMatch(
      /^1 +read-model +folder-1 +FolderMoved at 17 +blocked +0 +2026-11-21 08:15:00 +it does not fit$/,
    );
    await letters.discard(1, 'ada', 'why not');
    await run('list');
    expect(text()).not.toContain('folder-1');
    await run('list --all');
    expect(text()).toMatch(/folder-1 .*given up/);
    await letters.discard(2, 'ada', 'why not');
    await run('list');
    expect(printed).toEqual(['No stream is blocked.']);
  });

  it('are shown with what was done about them, also afterwards', async () => {
    await run('redrive 1');
    await run('show 1');
    expect(text()).toMatch(/State +to be tried again, due 2026-11-21 08:15:00/);
    expect(text()).toMatch(/redrive .*at the command line +under way/);
    await letters.succeeded(1);
    await run('show 1');
    expect(text()).toMatch(/^folder-1 is no longer blocked\./);
    expect(text()).toMatch(/redrive .*done/);
    await expect(run('show 7')).rejects.toThrow('There is no dead letter 7.');
  });

  it('are marked to be redriven, so many a minute', async () => {
    expect(await run('redrive --all --per-minute 30')).toBe(true);
    expect(text()).toBe(
      '2 streams marked, at most 30 a minute, the last for 2026-11-21 08:15:02. ' +
        'The running product takes them up; list shows what is left.',
    );
    expect(await states()).toEqual(['due', 'due']);
    expect(await run('redrive --all')).toBe(true);
    expect(text()).toBe('Nothing is to be tried again.');
  });

  it('are not marked where they need force, or are not there: the others are', async () => {
    await letters.discard(1, 'ada', 'why not');
    expect(await run('redrive 1 2 9')).toBe(false);
    expect(printed.slice(0, 2)).toEqual([
      '1: was given up: say --force.',
      '9: there is no such dead letter.',
    ]);
    expect(await states()).toEqual(['discarded', 'due']);
    expect(await run('redrive 2')).toBe(false);
    expect(printed[0]).toBe('2: is to be tried again already.');
    expect(await run('redrive 1 --force')).toBe(true);
    expect(await states()).toEqual(['due', 'due']);
  });

  it('are rehearsed: what can be known is told, and nothing is changed', async () => {
    expect(await run('redrive --all --dry-run')).toBe(true);
    expect(text()).toMatch(/folder-1 from version 2 +would fail: no row/);
    expect(text()).toMatch(/employee-1 from version 2 +cannot be known before/);
    expect(text()).toContain('Nothing was changed: 2 streams to try.');
    await run('discard 1 --reason why_not --dry-run');
    expect(text()).toContain('Would give up folder-1 from version 2 on, for read-model.');
    expect(await states()).toEqual(['blocked', 'blocked']);
    expect(await letters.actions({ limit: 9 })).toEqual([]);
  });

  it('are given up once, with the reason', async () => {
    expect(await run('discard 1 --reason why_not')).toBe(true);
    expect(text()).toBe('Gave up folder-1 from version 2 on, for read-model.');
    expect(await letters.actions({ limit: 9 })).toMatchObject([{ note: 'why not' }]);
    await expect(run('discard 1 --reason again')).rejects.toThrow('was given up already');
    await expect(run('discard 9 --reason x')).rejects.toThrow('There is no dead letter 9.');
  });

  it('are told as JSON too', async () => {
    const json = async (line: string) => {
      await run(`${line} --json`);
      return JSON.parse(text()) as unknown;
    };
    expect(await json('list')).toMatchObject([{ id: 1 }, { id: 2 }]);
    expect(await json('show 1')).toMatchObject({ letter: { id: 1 }, actions: [] });
    expect(await json('redrive 1 --dry-run')).toMatchObject({
      rehearsed: [{ id: 1, verdict: 'would fail: no row' }],
    });
    expect(await json('redrive 1 9')).toMatchObject({
      marked: [{ id: 1 }],
      refused: { 9: 'there is no such dead letter' },
    });
    expect(await json('discard 2 --reason x')).toEqual({ id: 2, discarded: true });
  });
});
