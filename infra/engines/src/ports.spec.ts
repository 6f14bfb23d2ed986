import { spawn, type ChildProcess } from 'node:child_process';
import * as crypto from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it, jest } from '@jest/globals';

const randomInt = jest.fn((limit: number) => crypto.randomInt(limit));
jest.unstable_mockModule('node:crypto', () => ({ ...crypto, randomInt }));
const { freePort } = await import('./ports.js');

let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

/** Lets chance say the same again. */
const nextIs = (...ports: number[]) => {
  for (const port of ports) randomInt.mockImplementationOnce(() => (port - 15_000) / 2);
};

it('gives a port to one only, also where nobody listens there yet', async () => {
  const mine = await freePort();
  const other = await freePort();
  nextIs(mine, mine, other);
  expect([mine, other]).not.toContain(await freePort());
});

it('gives what another process has chosen once that one has ended', async () => {
  const file = pathToFileURL(join(import.meta.dirname, 'ports.ts')).href;
  const script = `import { freePort } from ${JSON.stringify(file)};
    console.log(await freePort()); setInterval(() => undefined, 1000);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const theirs = Number(String((await once(child.stdout!, 'data'))[0]));
  nextIs(theirs);
  expect(await freePort()).not.toBe(theirs);
  child.kill('SIGKILL');
  await once(child, 'exit');
  nextIs(theirs);
  expect(await freePort()).toBe(theirs);
});
