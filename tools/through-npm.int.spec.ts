import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Program, run } from '@feusa/cluster/program';
import { poll } from '@feusa/testing/wait';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const log = 'feusa+4c5b5c86+Af78XR/eKu6uljegiPHfVQTpRiFCtm+fvTMB4DuQD3Q9';
const root = path.resolve(import.meta.dirname, '..');
let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-npm-'));
});
afterAll(() => rm(home, { recursive: true }));

it('every script that is one program of Node becomes it, so that signals reach it', async () => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const programs = Object.entries(scripts).filter(([, script]) => /\bnode scripts\//.test(script));
  expect(programs.length).toBeGreaterThan(20);
  expect(programs.filter(([, script]) => !script.startsWith('exec node '))).toEqual([]);
});

it('SIGTERM to npm alone ends the tool', async () => {
  const words = ['--dir', path.join(home, 'witness'), '--log', log, '--port', '0'];
  const npm = new Program(['run', 'witness', '--', ...words], { file: 'npm' });
  const address = await npm.says(/http:\S+/);
  await npm.end();
  const answers = () => fetch(`${address}/key`).then(Boolean, () => false);
  await poll(answers, { timeout: 10_000 }).toBe(false);
});

it.each([
  ['npm', ['run', 'erasure-check', '--', '--', '-VALUE'], {}],
  ['npm', ['run', 'erasure-check', '--', 'VALUE'], {}],
  [
    process.execPath,
    ['scripts/run.mjs', 'erasure-check', '--', 'VALUE'],
    { npm_config_user_agent: 'pnpm/9.0.0 npm/? node/v20' },
  ],
])('%s %j has a value looked for', async (file, words, agent) => {
  const env = { ...process.env, DATABASE_URL: '', FEUSA_DATA_DIR: home, ...agent };
  const { text } = await run(words, { file, env });
  expect(text).toContain(`There is no database in ${home}/postgres`);
});

it('passes options on to a tool that npm or another such program has called', async () => {
  const help = async (file: string, words: string[], npm_config_user_agent?: string) =>
    (await run(words, { file, env: { ...process.env, npm_config_user_agent } })).text;
  const usage = 'Usage: npm run verify-log -- ';
  expect(await help('npm', ['run', 'verify-log', '--', '--help'])).toContain(usage);
  const words = ['scripts/run.mjs', 'verify-log', '--', '--help'];
  for (const agent of ['pnpm/9.0.0 npm/? node/v20', undefined])
    expect(await help(process.execPath, words, agent)).toContain(usage);
});
