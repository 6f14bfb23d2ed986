import type { EachBatchPayload } from 'kafkajs';
import { expect, it } from 'vitest';
import { Recorder } from './contract.js';
import { messageOfMark } from './kafka-topic.js';
import { Worker } from './share.js';

/** A batch of one partition with these marks. */
function batchOf(...watermarks: readonly number[]): EachBatchPayload {
  const messages = watermarks.map((watermark, offset) => ({
    ...messageOfMark(0, { watermark, epoch: 1 }),
    offset: String(offset),
  }));
  return {
    batch: { partition: 0, messages, highWatermark: String(messages.length) },
    resolveOffset: () => undefined,
    heartbeat: async () => undefined,
    isRunning: () => true,
    isStale: () => false,
  } as unknown as EachBatchPayload;
}

it('says the highest mark of a batch, also where a lower one comes after it', async () => {
  const said: number[] = [];
  const book = {
    begin: async () => ({ known: 1, current: 1 }),
    reached: async (_: string, all: readonly { position: number }[]) =>
      void said.push(...all.map(({ position }) => position)),
  };
  const forms = { openLater: () => Promise.resolve([]) };
  const options = { book, forms, log: { error: () => undefined }, again: () => undefined };
  await new Worker(new Recorder(), options).take(batchOf(2001, 6001, 4001));
  expect(said).toEqual([6001]);
});
