import type { StoredEvent } from '@feusa/contracts/events';
import { describe, expect, it } from '@jest/globals';
import { LateChanges } from './late.js';

const renamed = (position: number, parentId: string | null = null) =>
  ({ type: 'FolderRenamed', data: { name: 'Parts', parentId }, position }) as StoredEvent;

describe('late changes', () => {
  it('are those that come after newer ones', () => {
    const late = new LateChanges(10);
    expect([late.isLate(renamed(10)), late.isLate(renamed(11))]).toEqual([true, false]);
    late.published(renamed(15));
    expect([late.isLate(renamed(15)), late.isLate(renamed(16))]).toEqual([true, false]);
  });

  it('may have been missed by whoever had not seen more than the log had then', () => {
    const late = new LateChanges(10);
    expect(late.topicsOf(renamed(3, 'f'), 12)).toEqual(['folder:f']);
    const topics = ['folder:f', 'folder:root'];
    expect(topics.map((topic) => late.missed(topic, 12))).toEqual([true, false]);
    expect(topics.map((topic) => late.missed(topic, 13))).toEqual([false, false]);
  });
});
