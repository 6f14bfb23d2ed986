import type { StoredEvent } from '@feusa/contracts/events';
import type { EachBatchPayload, Message } from 'kafkajs';
import { expect, it, jest } from '@jest/globals';
import { Recorder } from '../subscription/contract.js';
import { Incoming } from './incoming.js';
import { messageOfMark, signed } from './topic.js';
import { Worker } from './share.js';
import { testAuthenticator } from './test-authenticator.js';

const ours = await testAuthenticator();
const mark = (watermark: number, epoch = 1, partition = 0) =>
  signed(messageOfMark({ watermark, partition, epoch }), ours);
const event = (position: number): StoredEvent =>
  ({ position, stream: `link-${position}`, version: 1 }) as StoredEvent;

/** A batch of one partition, not the first of it. */
function batchOf(...messages: readonly Message[]): EachBatchPayload {
  const arrived = messages.map(({ value, headers = {} }, at) => ({
    ...{ value: Buffer.from(String(value)), headers, offset: String(at + 100) },
  }));
  return {
    batch: { partition: 0, messages: arrived, highWatermark: String(messages.length) },
    resolveOffset: () => undefined,
    heartbeat: async () => undefined,
    isRunning: () => true,
    isStale: () => false,
  } as unknown as EachBatchPayload;
}

function openWorker(epoch = 1) {
  const said: number[] = [];
  const repository = {
    begin: async () => ({ known: epoch, current: epoch }),
    reached: async (_: string, all: readonly { position: number }[]) =>
      void said.push(...all.map(({ position }) => position)),
  };
  const log = { error: jest.fn(), warn: jest.fn() };
  const forms = { decryptLater: async (all: readonly unknown[]) => [...all] as StoredEvent[] };
  const store = {
    readAt: async (all: readonly number[]) => all.filter((at) => at < 10).map(event),
  };
  const [incoming, again] = [new Incoming(ours, log, 'test'), jest.fn()];
  const recorder = new Recorder();
  const worker = new Worker(recorder, { repository, incoming, store, forms, log, again });
  return { worker, said, again, recorder, log };
}

it('says the highest mark of a batch, also where a lower one comes after it', async () => {
  const { worker, said } = openWorker();
  await worker.take(batchOf(mark(2001), mark(6001), mark(4001)));
  expect(said).toEqual([6001]);
});

it('says nothing of marks that are of another partition, or of nobody it knows', async () => {
  const { worker, said, log } = openWorker();
  await worker.take(
    batchOf(mark(5, 1, 3), messageOfMark({ watermark: 9, partition: 0, epoch: 1 })),
  );
  expect(said).toEqual([]);
  expect(log.warn).toHaveBeenCalledTimes(1);
});

it('does not begin again for a mark of a topic that is gone, sent once more', async () => {
  const { worker, said, again } = openWorker(2);
  for (const each of [mark(50, 1), mark(60, 2), mark(50, 1), mark(70, 2)])
    await worker.take(batchOf(each));
  expect(again).not.toHaveBeenCalled();
  expect(said).toEqual([60, 70]);
});

it('begins again where the topic was made anew', async () => {
  const { worker, again } = openWorker();
  await worker.take(batchOf(mark(60)));
  await worker.take(batchOf(mark(60, 2)));
  expect(again.mock.calls).toEqual([[0]]);
});

it('looks up what others claim, and goes on where there is nothing', async () => {
  const { worker, recorder, said } = openWorker();
  const claims = [8, 99, 7].map((position) => ({ value: JSON.stringify(event(position)) }));
  await worker.take(batchOf(...claims, signed({ value: JSON.stringify(event(6)) }, ours), mark(9)));
  expect(recorder.seen).toEqual([6, 7, 8]);
  expect(said).toEqual([9]);
});
