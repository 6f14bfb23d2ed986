import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const config = {
  runtime: path.join(import.meta.dirname, 'jest-runtime.mjs'),
  testEnvironment: path.join(import.meta.dirname, 'jest-environment.mjs'),
  testMatch: ['**/*.test.mjs'],
  transform: {},
};

/** Leaves behind what a file can, after it has found nothing of another one. */
const leaving = (name: string) => `
  import { AsyncResource } from 'node:async_hooks';
  import { writeFileSync } from 'node:fs';
  import { expect, it } from '@jest/globals';
  import { list, state, storage } from 'counted';
  it('is alone', () => {
    expect([process.env.LEFT, globalThis.left, process.listenerCount('left')]).toEqual([undefined, undefined, 0]);
    expect(setTimeout.left).toBeUndefined();
    expect(state.kept?.()).toBeUndefined();
    state.kept = storage.run('here', () => AsyncResource.bind(() => storage.getStore()));
    expect(state.kept()).toBe('here');
    process.env.LEFT = 'here';
    globalThis.left = 'here';
    process.on('left', () => undefined);
    globalThis.setTimeout = Object.assign(() => undefined, { left: true });
    expect(list).toStrictEqual([{ instance: true }]);
    expect(list instanceof Array && list[0] instanceof Object).toBe(true);
    writeFileSync(import.meta.dirname + '/${name}.txt', String(++state.uses));
  });`;

it('has packages once for the files of a worker, and nothing else of one file in the next', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'feusa-jest-'));
  const counted = path.join(dir, 'node_modules/counted');
  await mkdir(counted, { recursive: true });
  await writeFile(path.join(counted, 'package.json'), '{"type":"module","exports":"./index.js"}');
  const exported = `
    import { AsyncLocalStorage } from 'node:async_hooks';
    export const state = { uses: 0 };
    export const list = [{ instance: true }];
    export const storage = new AsyncLocalStorage();`;
  await writeFile(path.join(counted, 'index.js'), exported);
  await writeFile(path.join(dir, 'package.json'), JSON.stringify({ jest: config }));
  for (const name of ['one', 'other'])
    await writeFile(path.join(dir, `${name}.test.mjs`), leaving(name));

  const node = ['--experimental-vm-modules', jest, '--runInBand', '--rootDir', dir];
  await promisify(execFile)(process.execPath, node, { cwd: dir });

  const uses = ['one', 'other'].map((name) => readFile(path.join(dir, `${name}.txt`), 'utf8'));
  expect((await Promise.all(uses)).toSorted()).toEqual(['1', '2']);
  await rm(dir, { recursive: true });
});
