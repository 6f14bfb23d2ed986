import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
let rootDir: string;
beforeEach(async () => {
  rootDir = await mkdtemp(join(tmpdir(), 'feusa-second-try-'));
});
afterEach(() => rm(rootDir, { recursive: true }));

/** Runs `text` as a file of tests. @returns how often each was begun, and how it ended */
const run = async (text: string, more: NodeJS.ProcessEnv) => {
  const config = {
    rootDir,
    transform: {},
    runtime: join(import.meta.dirname, 'jest-runtime.mjs'),
    testEnvironment: join(import.meta.dirname, 'jest-environment.mjs'),
    setupFilesAfterEnv: [join(import.meta.dirname, 'jest-patience.mjs')],
  };
  const results = join(rootDir, 'results.json');
  await writeFile(join(rootDir, 'some.test.js'), text);
  const options = ['--config', JSON.stringify(config), '--json', '--outputFile', results];
  await new Promise((resolve) => {
    const args = ['--experimental-vm-modules', jest, ...options];
    const env = { ...process.env, CI: '', TEST_AGAIN: '', ...more };
    execFile(process.execPath, args, { env }, resolve);
  });
  const { testResults } = JSON.parse(await readFile(results, 'utf8')) as {
    testResults: { assertionResults: { status: string; invocations: number }[] }[];
  };
  return testResults[0]?.assertionResults.map(({ status, invocations }) => [status, invocations]);
};

it('a second try begins with what the first began with', async () => {
  const text = `
    let tries = 0;
    let isOpen = true;
    describe('what is set up', () => {
      const done = [];
      beforeAll(() => done.push('outer'));
      afterAll(() => done.push('no outer'));
      describe('inside', () => {
        beforeAll(() => done.push('inner'));
        afterAll(() => {
          done.push('no inner');
          if (tries === 1) throw new Error('broken by the first try');
        });
        it('is ended and set up anew', () => {
          tries++;
          done.push('try');
          const first = ['outer', 'inner', 'try'];
          expect(done).toEqual([...first, 'no inner', 'no outer', ...first]);
        });
      });
    });
    describe('a story', () => {
      jest.retryTimes(1, { entireDescribe: true });
      const done = [];
      beforeAll(() => done.push('begin'));
      it('begins', () => void done.push('one'));
      it('goes on', () => expect(done).toEqual(['begin', 'one', 'begin', 'one']));
    });
    describe('what nothing sets up', () => {
      afterAll(() => (isOpen = false));
      it('is not ended', () => expect([isOpen, ++tries]).toEqual([true, 4]));
    });`;
  expect(await run(text, { CI: 'true' })).toEqual([
    ['passed', 2],
    ['passed', 2],
    ['passed', 2],
    ['passed', 2],
  ]);
});

it('TEST_AGAIN runs what passes a second time, and so finds what cannot', async () => {
  const text = `
    let tries = 0;
    it('passes', () => {});
    it('passes only once', () => expect(++tries).toBe(1));`;
  expect(await run(text, { TEST_AGAIN: '1' })).toEqual([
    ['passed', 2],
    ['failed', 2],
  ]);
});
