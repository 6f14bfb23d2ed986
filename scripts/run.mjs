import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is Node ${process.versions.node}.`);
  process.exit(1);
}

const { runChild } = await import('./child.mjs');
const { ensureInstalled } = await import('./install.mjs');
const { root, stateOfSources, textOf } = await import('./sources.mjs');

const [name, ...given] = process.argv.slice(2);

const ensureBuilt = async () => {
  if (textOf('dist/.stamp') === stateOfSources()) return true;
  console.log('Building ...');
  if ((await runChild(process.execPath, [join(root, 'scripts/build.mjs')])) === 0) return true;
  console.error('The build failed: see above.');
  return false;
};

/** In this process, so that signals reach the program itself. */
const become = async (file, args) => {
  const path = join(root, file);
  if (!existsSync(path)) return fail(`There is no ${file}.`);
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
};

const fail = (message) => {
  if (message) console.error(message);
  process.exitCode = 1;
};

const built = (file) => async (args) => ((await ensureBuilt()) ? become(file, args) : fail());

/** With the addresses of the engines that `npm run distributed` has started, where none are given. */
const onCluster = (run) => (args) => {
  const { FEUSA_DATA_DIR = './data', FEUSA_PROFILE, DATABASE_URL } = process.env;
  const file = join(FEUSA_DATA_DIR, 'distributed', 'engines.env');
  const isMeant = FEUSA_PROFILE === 'distributed' || name === 'reindex';
  if (isMeant && !DATABASE_URL && existsSync(file)) {
    process.loadEnvFile(file);
    // Where its services have their keys.
    process.env.FEUSA_DATA_DIR = join(FEUSA_DATA_DIR, 'distributed', 'services');
  }
  return run(args);
};

const commands = {
  start: built('dist/main.js'),
  import: built('dist/cli/import.js'),
  rebuild: built('dist/cli/rebuild.js'),
  fingerprint: onCluster(built('dist/cli/fingerprint.js')),
  backup: onCluster(built('dist/cli/backup.js')),
  restore: onCluster(built('dist/cli/restore.js')),
  'dead-letters': onCluster(built('dist/cli/dead-letters.js')),
  migrate: onCluster(built('dist/cli/migrate.js')),
  'erasure-check': onCluster(built('dist/cli/erasure-check.js')),
  reindex: onCluster(built('dist/cli/reindex.js')),
  'verify-log': built('dist/cli/verify-log.js'),
  witness: built('dist/cli/witness.js'),
  'accept-log': onCluster(built('dist/cli/accept-log.js')),
  'turn-key': onCluster(built('dist/cli/turn-key.js')),
  async distributed(args) {
    if (!(await ensureBuilt())) return fail();
    await import('tsx');
    await become('infra/cluster/src/main.ts', args);
  },
  async bench(args) {
    if (!(await ensureBuilt())) return fail();
    if (args.includes('--browser'))
      Object.assign(process.env, await (await import('./browser.mjs')).findBrowser());
    await import('tsx');
    await become('bench/main.ts', args);
  },
  async faults(args) {
    if (!(await ensureBuilt())) return fail();
    await import('tsx');
    await become('tests/faults/src/main.ts', args);
  },
  async test(args) {
    const isOnlyUnits =
      args[0] === 'unit' && !args.some((each) => /^(integ|engi|dist|e2e)/.test(each));
    if (!isOnlyUnits && !(await ensureBuilt())) return fail('0 passed, 1 failed');
    process.exitCode = await (await import('./test.mjs')).runTests(args);
  },
  async dev(args) {
    process.exitCode = await (await import('./dev.mjs')).runDev(args);
  },
};

/** npm has taken away the `--` that is meant for it: one that is left is the tool's. Others pass theirs on. */
const isNpm = process.env.npm_config_user_agent?.startsWith('npm/');
const args = given[0] === '--' && !isNpm ? given.slice(1) : given;
if (!Object.hasOwn(commands, name ?? ''))
  fail(`Usage: node scripts/run.mjs <${Object.keys(commands).join('|')}> [arguments]`);
else if (await ensureInstalled()) await commands[name](args);
else fail();
