import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Program, run, source } from '@feusa/cluster/program';
import { freshDatabase } from '@feusa/testing/database';
import { afterEach, beforeEach, expect, it } from '@jest/globals';

const recorder = path.join(import.meta.dirname, 'record-modules.mjs');
const engine =
  /node_modules\/(kafkajs|ioredis|redis|@redis|@opensearch-project|@aws-sdk|@opentelemetry\/(?!api)[^/]+)\//;

let dir: string;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'feusa-modules-'));
  env = { ...process.env, MODULES_FILE: path.join(dir, 'modules.txt') };
});
let started: Program | undefined;
afterEach(async () => {
  await started?.end('SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

const loaded = async () => (await readFile(env['MODULES_FILE'] ?? '', 'utf8')).split('\n');

it('the standalone profile runs without loading an engine of the distributed one', async () => {
  const { url, drop } = await freshDatabase();
  const own = {
    DATABASE_URL: url,
    FEUSA_DATA_DIR: dir,
    FEUSA_PROFILE: 'standalone',
    FEUSA_LOG_LEVEL: 'error',
    PORT: '0',
    HOST: '127.0.0.1',
  };
  const main = source('services/standalone/src/main.ts');
  started = new Program(['--import', recorder, ...main], { env: { ...env, ...own } });
  await started.says(/FEUSA is ready/);
  await started.end();
  await drop();
  const modules = await loaded();
  for (const used of ['node_modules/pg/', 'node_modules/minisearch/', 'standalone/src/app.ts'])
    expect(modules.filter((each) => each.includes(used))).not.toEqual([]);
  expect(modules.filter((each) => engine.test(each))).toEqual([]);
});

it('an engine would be seen, imported or required, at once or later', async () => {
  const engines = ['kafkajs', 'ioredis', '@opensearch-project/opensearch', '@aws-sdk/client-s3'];
  for (const name of engines) {
    const folder = path.join(dir, 'node_modules', name);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'index.js'), 'exports.loaded = true;');
  }
  const program = path.join(dir, 'program.mjs');
  const [imported, later, required, deep] = engines;
  await writeFile(path.join(dir, 'requires.cjs'), `require('${deep}')`);
  await writeFile(
    program,
    `import '${imported}';
     import { createRequire } from 'node:module';
     createRequire(import.meta.url)('${required}');
     import './requires.cjs';
     await import('${later}');`,
  );
  await run(['--import', recorder, program], { env });
  const modules = await loaded();
  const seen = engines.filter((name) => modules.some((each) => each.includes(`/${name}/`)));
  expect(seen).toEqual(engines);
  expect(modules.filter((each) => engine.test(each)).length).toBeGreaterThanOrEqual(4);
});
