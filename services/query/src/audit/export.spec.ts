import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { EventStore, LogRecord } from '@feusa/event-log/store/port';
import { exportLines } from './export.js';

const SIZE = 1200;
const READ_MS = 30;
/** Timers may be a little early. */
const EARLY_MS = 5;

const recordOf = (position: number): LogRecord => ({
  ...{ position, bytes: `{"position":${position}}`, hash: 'ab' },
  index: { stream: 'folder-1', version: position, type: 'FolderAdded', actor: 'a', at: '' },
});

/** A log that takes its time, and knows when it was read. */
function slowLog() {
  const reads: { began: number; ended: number }[] = [];
  const readRecords: EventStore['readRecords'] = async (after, limit) => {
    const began = performance.now();
    await sleep(READ_MS);
    reads.push({ began, ended: performance.now() });
    return Array.from({ length: limit }, (_, index) => recordOf(after + index + 1));
  };
  return { reads, store: { readRecords } as unknown as EventStore };
}

it('rests between two pages for as long as it has worked', async () => {
  const { reads, store } = slowLog();
  let text = '';
  for await (const lines of exportLines(store, { size: SIZE })) text += lines;
  expect(text.trimEnd().split('\n')).toHaveLength(SIZE);
  expect(reads.length).toBeGreaterThan(2);
  for (const [index, { began }] of reads.entries()) {
    const before = reads[index - 1];
    if (before) expect(began - before.ended).toBeGreaterThanOrEqual(READ_MS - EARLY_MS);
  }
});
