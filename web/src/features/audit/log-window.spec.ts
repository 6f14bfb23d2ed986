import { describe, expect, it } from 'vitest';
import { describeEvent, eventTypes, namesIn, typeLabel } from './describe.js';
import type { LogEvent } from './log-event.js';
import { readBackwards } from './log-window.js';

const event = (position: number, given: object = {}) =>
  ({
    position: String(position),
    id: `id-${position}`,
    stream: 'folder-1',
    version: 1,
    type: 'FolderAdded',
    at: '2026-11-21T10:00:00.000Z',
    actor: 'system',
    data: { name: `F${position}`, parentId: null },
    hash: '',
    ...given,
  }) as unknown as LogEvent;

function logOf(size: number, matches: (position: number) => boolean) {
  const all = Array.from({ length: size }, (_, n) => n + 1).filter(matches);
  let calls = 0;
  const read = (after: number, limit: number) => {
    calls += 1;
    const found = all.filter((position) => position > after);
    const page = found.slice(0, limit).map((position) => event(position));
    return Promise.resolve({
      events: page,
      next: found.length > limit ? (page.at(-1)?.position ?? null) : null,
    });
  };
  return { read, all, calls: () => calls };
}

async function everything(read: Parameters<typeof readBackwards>[0], end: number) {
  const positions: number[] = [];
  let reached = end;
  while (reached > 0) {
    const older = await readBackwards(read, reached);
    positions.push(...older.events.map(({ position }) => Number(position)));
    reached = older.reached;
  }
  return positions;
}

describe('reading the log backwards', () => {
  it('starts with the newest', async () => {
    const { events, reached } = await readBackwards(logOf(250, () => true).read, 250);
    expect(events[0]?.position).toBe('250');
    expect(events).toHaveLength(100);
    expect(reached).toBe(150);
  });

  it.each([
    ['all', () => true],
    ['one in seven', (n: number) => n % 7 === 0],
    ['the oldest only', (n: number) => n < 40],
    ['a dense stretch', (n: number) => n > 2000 && n < 6000],
    ['none', () => false],
  ])('misses and repeats nothing: %s', async (_name, matches) => {
    const { read, all } = logOf(12_000, matches);
    expect(await everything(read, 12_000)).toEqual(all.toReversed());
  });

  it('finds the one event of a long log in a few questions', async () => {
    const { read, calls } = logOf(100_000, (n) => n === 3);
    expect((await readBackwards(read, 100_000)).events).toHaveLength(1);
    expect(calls()).toBeLessThan(9);
  });
});

describe('events in words', () => {
  it('name what they are about, also when only an older event tells', () => {
    const removed = event(9, { type: 'FolderRemoved', data: { parentId: null } });
    const names = namesIn([removed, event(2)], new Map());
    expect(describeEvent(removed, names)).toBe('removed the folder “F2”');
    expect(describeEvent(removed, new Map())).toBe('removed a folder');
  });
  it('show a type that is not known yet', () =>
    expect(describeEvent(event(1, { type: 'FolderPainted' }), new Map())).toBe('FolderPainted'));
  it('label types', () => {
    expect(typeLabel('UserRoleSet')).toBe('User role set');
    expect(eventTypes).toContain('EmployeeRestored');
  });
});
