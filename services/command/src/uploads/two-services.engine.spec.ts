import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { freshBucket } from '@feusa/files/test-bucket';
import { describeWithEngine } from '@feusa/testing/engines';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitUntil } from '@feusa/testing/wait';
import { create, idOf, openTestApp, patch, send, type TestApp } from './test-app.js';
import { openRequest } from './test-broken.js';
import { s3Stores } from './test-stores.js';

const MIB = 1 << 20;
const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const checksum = (bytes: Buffer) => ({
  'upload-checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
});

const codeOf = (fault: unknown) => (fault as { code: string }).code;
const taking = {
  ...{ at: 0, limit: 1e9, pace: { windowMs: 1000, bytes: 0 } },
  signal: new AbortController().signal,
};

describeWithEngine('s3', 'two command services on one bucket', () => {
  const bucket = freshBucket();
  let one: TestApp;
  let two: TestApp;
  beforeAll(async () => {
    const open = s3Stores(bucket.options);
    [one, two] = await Promise.all([openTestApp({ open }), openTestApp({ open })]);
  });
  afterAll(async () => {
    await Promise.all([one.close(), two.close()]);
    await bucket.drop();
  });

  const begin = async (length: number) => (await create(one, length)).headers.location!;
  const offsetOf = async (app: TestApp, url: string) =>
    Number((await send(app, 'HEAD', url)).headers['upload-offset']);
  const stored = async (app: TestApp, url: string) => {
    const { blob } = await app.uploads.finished(idOf(url), 'ann');
    return buffer(await app.blobs.read(blob));
  };

  it('take the pieces of an upload in turn', async () => {
    const bytes = randomBytes(14 * MIB);
    const url = await begin(bytes.length);
    const cuts = [0, 6 * MIB, 6 * MIB + 3, 9 * MIB, bytes.length];
    for (let turn = 0; turn < 4; turn++) {
      const app = turn % 2 ? one : two;
      const at = await offsetOf(app, url);
      expect(at).toBe(cuts[turn]);
      const body = bytes.subarray(at, cuts[turn + 1]);
      const headers = turn === 1 ? checksum(body) : {};
      expect((await patch(app, url, at, { body, headers })).status).toBe(204);
    }
    expect((await stored(two, url)).equals(bytes)).toBe(true);
    expect(await one.uploads.finished(idOf(url), 'ann')).toMatchObject({ blob: shaOf(bytes) });
  });

  it('a person who comes back to the other one goes on there; the old connection is let go', async () => {
    const bytes = randomBytes(9 * MIB);
    const url = await begin(bytes.length);
    const headers = { 'upload-offset': 0, 'content-length': bytes.length };
    const { request, gone } = openRequest(one, 'PATCH', url, headers);
    request.write(bytes.subarray(0, 6 * MIB));
    const at = await waitUntil(() => offsetOf(two, url), { timeout: 20_000 });
    expect((await patch(two, url, at, { body: bytes.subarray(at) })).status).toBe(204);
    request.end(randomBytes(3 * MIB));
    expect(await gone).toBe(423);
    for (const app of [one, two]) {
      expect(await offsetOf(app, url)).toBe(bytes.length);
      expect((await stored(app, url)).equals(bytes)).toBe(true);
    }
  });

  it('unverified bytes of the one do not count at the other', async () => {
    const bytes = randomBytes(8 * MIB);
    const url = await begin(bytes.length);
    const headers = { 'upload-offset': 0, 'content-length': bytes.length, ...checksum(bytes) };
    const { request, gone } = openRequest(one, 'PATCH', url, headers);
    request.write(bytes.subarray(0, 6 * MIB));
    await waitUntil(() => two.staging.size({ id: idOf(url) }), { timeout: 20_000 });
    expect(await offsetOf(two, url)).toBe(0);
    expect((await patch(two, url, 0, { body: bytes, headers: checksum(bytes) })).status).toBe(204);
    request.end(bytes.subarray(6 * MIB));
    expect(await gone).toBe(423);
    expect((await stored(one, url)).equals(bytes)).toBe(true);
  });

  it('of many that race for the same bytes one is taken, and nothing is mixed up', async () => {
    for (let round = 0; round < 4; round++) {
      const bodies = Array.from({ length: 8 }, (_, n) => Buffer.alloc(200_000, n + 1));
      const url = await begin(200_000);
      const replies = await Promise.all(
        bodies.map((body, n) => patch(n % 2 ? one : two, url, 0, { body })),
      );
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
      expect(statuses.filter((status) => ![204, 409, 413, 423].includes(status))).toEqual([]);
      const winner = bodies[statuses.indexOf(204)]!;
      expect((await stored(one, url)).equals(winner)).toBe(true);
    }
  });

  it('both conclude what a killed one has left, and come to the same', async () => {
    const bytes = randomBytes(7 * MIB);
    const url = await begin(bytes.length);
    const id = idOf(url);
    const found = await one.staging.find(id);
    const { record } = await one.staging.receive(
      found!,
      Readable.from([Buffer.from(bytes)]),
      taking,
    );
    expect(record.finished).toBeUndefined();
    const answers = await Promise.all(
      [one, two, one, two].map((app) => app.uploads.finished(id, 'ann').catch(codeOf)),
    );
    const finished = answers.filter((answer) => typeof answer !== 'string');
    expect(finished.length).toBeGreaterThan(0);
    for (const answer of finished) expect(answer).toMatchObject({ blob: shaOf(bytes) });
    expect((await stored(two, url)).equals(bytes)).toBe(true);
  });

  it('what is ended at the one is ended at the other, in the middle of its bytes too', async () => {
    const url = await begin(9 * MIB);
    const headers = { 'upload-offset': 0, 'content-length': 9 * MIB };
    const { request, gone } = openRequest(one, 'PATCH', url, headers);
    request.write(randomBytes(6 * MIB));
    await waitUntil(() => two.staging.size({ id: idOf(url) }), { timeout: 20_000 });
    expect((await send(two, 'DELETE', url)).status).toBe(204);
    request.end(randomBytes(3 * MIB));
    expect(await gone).toBe(423);
    expect((await send(one, 'HEAD', url)).status).toBe(410);
    expect(await one.left()).not.toContain(`${idOf(url)}.part`);
  });
});
