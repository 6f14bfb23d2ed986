import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Program } from '@feusa/cluster/program';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const dist = path.resolve(import.meta.dirname, '../../dist');
const tools = (await readdir(path.join(dist, 'cli'))).filter(
  (name) => name.endsWith('.js') && name !== 'run.js',
);

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-programs-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** What a built program says with nothing but these settings, until it ends or is ready. */
const said = async (file: string, settings: NodeJS.ProcessEnv, args: string[] = []) => {
  const env = { PATH: process.env['PATH'], FEUSA_DATA_DIR: home, PORT: '0', ...settings };
  const program = new Program([path.join(dist, file), ...args], { cwd: home, env });
  await program.says(/listening|ready/).catch(() => undefined);
  return (await program.end()).text;
};

it.each(['command', 'query', 'search-indexer', 'gateway'])(
  'the built %s service begins, and says what it needs',
  async (service) => {
    const output = await said(`${service}/main.js`, { FEUSA_PROFILE: 'distributed' });
    expect(output).toMatch(/These settings are needed and missing|gateway is ready/);
    expect(output).not.toMatch(/^\s+at .*:\d+:\d+/m);
  },
);

it.each(tools)('the built tool %s begins, and says how it is used', async (tool) => {
  const output = await said(`cli/${tool}`, {}, ['--no-such-option']);
  expect(output).toMatch(/\S/);
  expect(output).not.toMatch(/(Type|Reference|Syntax)Error|ERR_MODULE|^\s+at .*:\d+:\d+/m);
});
