import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Program, type ProgramOptions } from '@feusa/cluster/program';
import { freePort } from '@feusa/engines/ports';
import { contextOf } from './docker-ignore.js';
import { execOf, last, runsOf, stagesOf, variablesOf, type Stage } from './dockerfile.js';

const root = join(import.meta.dirname, '../..');
const { PATH, HOME } = process.env;
const clean: NodeJS.ProcessEnv = { PATH, HOME };

const start = ([file = '', ...args]: readonly string[], options: ProgramOptions) =>
  new Program(args, { file, env: clean, ...options });
/** Runs to its end: the code and all it wrote. */
const run = (words: readonly string[], options: ProgramOptions) => start(words, options).ended;

const must = (fact: boolean, what: string, detail = '') => {
  if (!fact) throw new Error(`failed: ${what}\n${detail}`);
  console.log(`ok: ${what}`);
};

/** The first stage, step by step, in a folder that holds what Docker would send. */
const buildIn = async (folder: string, build: Stage) => {
  const src = join(folder, 'src');
  for (const file of await contextOf(root, await readFile(join(root, '.dockerignore'), 'utf8'))) {
    await mkdir(dirname(join(src, file)), { recursive: true });
    await copyFile(join(root, file), join(src, file));
  }
  for (const command of runsOf(build)) {
    const here = command.replace(/ \/app\b/, ` ${join(folder, 'app')}`);
    const env = { ...clean, npm_config_prefer_offline: 'true' };
    const { code, text } = await run(['sh', '-c', here], { cwd: src, env });
    must(code === 0, `RUN ${command}`, text);
  }
  await rm(src, { recursive: true });
};

const get = (port: string, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) }).catch(
    () => undefined,
  );

interface RunContext {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The image's user, who can write nothing here but the data; only root can start as another one. */
  readonly uid?: number;
  readonly gid?: number;
}

/** The gateway as the image starts it: it answers, its healthcheck passes, and SIGTERM ends it. */
const gatewayRuns = async (place: RunContext, image: Stage) => {
  const port = String(await freePort());
  const nowhere = 'http://127.0.0.1:9';
  const urls = { FEUSA_COMMAND_URLS: nowhere, FEUSA_QUERY_URLS: nowhere };
  const env = { ...place.env, ...urls, PORT: port, HOST: '127.0.0.1' };
  const words = [...execOf(image, 'ENTRYPOINT'), ...execOf(image, 'CMD')];
  const gateway = start(words, { ...place, env });
  try {
    for (let i = 0; i < 100 && !(await get(port, '/health/live')); i++) await sleep(100);
    for (const path of ['/health/live', '/', '/api/docs/swagger-ui.css'])
      must((await get(port, path))?.status === 200, `the gateway answers ${path}`);
    const { code } = await run(execOf(image, 'HEALTHCHECK'), { ...place, env });
    must(code === 0, 'the healthcheck passes');
  } finally {
    await gateway.end('SIGTERM', 10_000);
  }
  const { code } = await gateway.ended;
  must(code === 0, 'SIGTERM ends the gateway in order');
};

/** A program that gets as far as to miss its settings has found all that it imports. */
const otherServicesLoad = async (place: RunContext) => {
  for (const name of ['command', 'query', 'search-indexer']) {
    const { code, text } = await run(['node', `dist/${name}/main.js`], place);
    must(code === 1 && /needed and missing: [A-Z]/.test(text), `${name} loads`, text);
  }
};

const toolsLoad = async (place: RunContext) => {
  const files = await readdir(join(place.cwd, 'dist/cli'));
  for (const name of files.filter((each) => each.endsWith('.js'))) {
    const { text } = await run(['node', `dist/cli/${name}`, '--help'], place);
    must(!/ERR_MODULE_NOT_FOUND|Cannot find/.test(text), `cli/${name} loads`, text);
  }
};

const NATIVE = `
const { default: sharp } = await import('sharp');
const { hash } = await import('@node-rs/argon2');
const red = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } });
const { info } = await red.webp().toBuffer({ resolveWithObject: true });
console.log(info.format, (await hash('secret')).slice(0, 9));`;

const nativeWorks = async (place: RunContext) => {
  const { text } = await run(['node', '--input-type=module', '-e', NATIVE], place);
  must(text.trim() === 'webp $argon2id', 'pictures and passwords can be worked on', text);
};

/**
 * Carries out the steps of the Dockerfile in a clean folder, and starts what is left of it with
 * nothing else around, as the image's user where this is root. The base image is not part of it.
 */
const check = async (folder: string) => {
  const [build = [], image = []] = stagesOf(
    await readFile(join(import.meta.dirname, 'Dockerfile'), 'utf8'),
  );
  await buildIn(folder, build);
  const data = join(folder, 'data');
  const [uid = 0, gid = 0] = last(image, 'USER').split(':').map(Number);
  await mkdir(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await Promise.all([chmod(folder, 0o755), chown(data, uid, gid)]);
  const env = { ...clean, ...variablesOf(image), FEUSA_DATA_DIR: data };
  const place: RunContext = { cwd: join(folder, 'app'), env, ...(isRoot && { uid, gid }) };
  await nativeWorks(place);
  await otherServicesLoad(place);
  await toolsLoad(place);
  await gatewayRuns(place, image);
};

const folder = await mkdtemp(join(tmpdir(), 'feusa-image-'));
try {
  await check(folder);
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
