import { nounOf } from '@feusa/contracts/events';
import type { EventStore } from '@feusa/event-log/store/port';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { KIM, openBus, SAM, send, UPLOADS } from '../test-bus.js';

let log: TestLog;
beforeAll(async () => {
  log = await openTestLog();
});
afterAll(() => log.close());

/** A process of its own, and which streams it has read as a whole. */
async function openProcess() {
  const whole: string[] = [];
  const store = log.another();
  const readStreams: EventStore['readStreams'] = (streams) => {
    whole.push(...streams);
    return store.readStreams(streams);
  };
  const bus = await openBus({ ...store, readStreams });
  return { bus, files: () => whole.filter((stream) => nounOf(stream) === 'file') };
}

it('does not read what others have acknowledged, in a process that knows nothing yet', async () => {
  const { bus } = await openProcess();
  const folderId = (await send(bus, 'add-folder', { name: 'Safety', parentId: null })).id;
  const { id } = await send(bus, 'add-file', { folderId, uploadId: UPLOADS.plan });
  await send(bus, 'ask-acknowledgement', { id, fileVersion: 1, from: { everyone: true } });
  const versions: number[] = [];
  for (const by of [SAM, KIM, KIM]) {
    const process = await openProcess();
    const { version } = await send(process.bus, 'acknowledge-file', { id, fileVersion: 1 }, { by });
    versions.push(version);
    expect(process.files()).toEqual([]);
  }
  expect(versions).toEqual([3, 4, 4]);
  const { version } = await send(bus, 'remove-file', { id });
  expect(version).toBe(5);
});
