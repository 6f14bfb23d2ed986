import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contextOf } from './docker-ignore.mjs';
import { last, runsOf, stagesOf, variablesOf } from './dockerfile.mjs';

const root = join(import.meta.dirname, '../..');
const [build, runtime] = stagesOf(await readFile(join(import.meta.dirname, 'Dockerfile'), 'utf8'));
const { PATH, HOME } = process.env;
const clean = { PATH, HOME };

/** Ends with the process: its code and all it wrote. */
const run = async (file, args, options = {}) => {
  const child = spawn(file, args, { env: clean, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => (text += String(piece)));
  const [code] = await once(child, 'close');
  return { code, text };
};

const must = (fact, what, detail = '') => {
  if (!fact) throw new Error(`failed: ${what}\n${detail}`);
  console.log(`ok: ${what}`);
};

/** The first stage, step by step, in a folder that holds what Docker would send. */
const buildIn = async (folder) => {
  const src = join(folder, 'src');
  const files = await contextOf(root, await readFile(join(root, '.dockerignore'), 'utf8'));
  for (const file of files) {
    await mkdir(dirname(join(src, file)), { recursive: true });
    await copyFile(join(root, file), join(src, file));
  }
  for (const command of runsOf(build)) {
    const here = command.replace(/ \/app\b/, ` ${join(folder, 'app')}`);
    const env = { ...clean, npm_config_prefer_offline: 'true' };
    const { code, text } = await run('sh', ['-c', here], { cwd: src, env });
    must(code === 0, `RUN ${command}`, text);
  }
  await rm(src, { recursive: true });
};

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return String(port);
};

const get = (port, path) =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) }).catch(
    () => undefined,
  );

/** The gateway as the image starts it: it answers, its healthcheck passes, and SIGTERM ends it. */
const gatewayRuns = async (app, env) => {
  const port = await freePort();
  const command = [...JSON.parse(last(runtime, 'ENTRYPOINT')), ...JSON.parse(last(runtime, 'CMD'))];
  const none = { FEUSA_COMMAND_URLS: 'http://127.0.0.1:9', FEUSA_QUERY_URLS: 'http://127.0.0.1:9' };
  const own = { ...env, ...none, PORT: port, HOST: '127.0.0.1', FEUSA_LOG_LEVEL: 'silent' };
  const child = spawn(command[0], command.slice(1), { cwd: app, env: own, stdio: 'inherit' });
  const ended = once(child, 'exit');
  try {
    for (let tries = 0; tries < 100 && !(await get(port, '/health/live')); tries++)
      await sleep(100);
    for (const path of ['/health/live', '/', '/api/docs/swagger-ui.css'])
      must((await get(port, path))?.status === 200, `the gateway answers ${path}`);
    const check = JSON.parse(last(runtime, 'HEALTHCHECK').replace(/^.*CMD /, ''));
    const { code } = await run(check[0], check.slice(1), { cwd: app, env: own });
    must(code === 0, 'the healthcheck passes');
  } finally {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  }
  const [code] = await ended;
  must(code === 0, 'SIGTERM ends the gateway in order');
};

/** All that a program imports is there where it gets as far as to miss its settings. */
const otherServicesLoad = async (app, env) => {
  for (const name of ['command', 'query', 'search-indexer']) {
    const { code, text } = await run('node', [`dist/${name}/main.js`], { cwd: app, env });
    must(code === 1 && /needed and missing: [A-Z]/.test(text), `${name} loads`, text);
  }
};

const toolsLoad = async (app, env) => {
  for (const name of (await readdir(join(app, 'dist/cli'))).filter((each) =>
    each.endsWith('.js'),
  )) {
    const { text } = await run('node', [`dist/cli/${name}`, '--help'], { cwd: app, env });
    must(!/ERR_MODULE_NOT_FOUND|Cannot find/.test(text), `cli/${name} loads`, text);
  }
};

const nativeWorks = async (app, env) => {
  const script = `
    const { default: sharp } = await import('sharp');
    const { hash } = await import('@node-rs/argon2');
    const { info } = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .webp().toBuffer({ resolveWithObject: true });
    console.log(info.format, (await hash('secret')).slice(0, 9));`;
  const { text } = await run('node', ['--input-type=module', '-e', script], { cwd: app, env });
  must(text.trim() === 'webp $argon2id', 'pictures and passwords can be worked on', text);
};

/**
 * Carries out the steps of the Dockerfile in a clean folder, and starts what is left of it with
 * nothing else around. The base image, the user and the file system's rights are not part of it.
 */
const folder = await mkdtemp(join(tmpdir(), 'feusa-image-'));
try {
  await buildIn(folder);
  const app = join(folder, 'app');
  const env = { ...clean, ...variablesOf(runtime), FEUSA_DATA_DIR: join(folder, 'data') };
  await nativeWorks(app, env);
  await otherServicesLoad(app, env);
  await toolsLoad(app, env);
  await gatewayRuns(app, env);
} catch (fault) {
  console.error(fault.message);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
