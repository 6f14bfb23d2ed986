import { setTimeout as sleep } from 'node:timers/promises';
import { NoSuchObject, ObjectExists } from '@feusa/platform/s3/faults';
import type { Bucket } from '@feusa/platform/s3/bucket';
import { expect, it } from '@jest/globals';
import { stateKey } from './s3-keys.js';
import { States } from './s3-states.js';
import { StaleWrite, type UploadRecord } from './staging-port.js';

const record: UploadRecord = { id: 'an-id', owner: 'ann', name: 'a.txt', metadata: '', length: 1 };

/** A server that answers the first writes as S3 does while another write of the same key is under way. */
function busyBucket(conflicts: number) {
  const objects = new Map<string, string>();
  const bucket = {
    async create(key: string, body: string) {
      if (conflicts-- > 0 || objects.has(key)) throw new ObjectExists();
      objects.set(key, body);
    },
    async read(key: string) {
      const body = objects.get(key);
      if (body === undefined) throw new NoSuchObject();
      return Buffer.from(body);
    },
  };
  return { states: new States(bucket as unknown as Bucket), objects };
}

it('a state is written once what was under way has come to nothing', async () => {
  const { states, objects } = busyBucket(2);
  const { record: stored } = await states.store({ record, chunks: [] });
  expect(stored.revision).toBe('1');
  expect(objects.size).toBe(1);
});

it('a state that another one has written meanwhile stays', async () => {
  const { states, objects } = busyBucket(1);
  const storing = expect(states.store({ record, chunks: [] })).rejects.toThrow(StaleWrite);
  await sleep(20);
  const another = '{"gone":true,"write":"another"}';
  objects.set(stateKey(record.id, '1'), another);
  await storing;
  expect([...objects.values()]).toEqual([another]);
});

it('is not waited for without an end', async () => {
  const { states } = busyBucket(Infinity);
  await expect(states.store({ record, chunks: [] })).rejects.toThrow(StaleWrite);
});
