import { execFile } from 'node:child_process';
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ask } from './ask.js';
import { EngineMissing } from './engine.js';
import { fetched, folderOf, type Artifacts } from './maven.js';
import { asClient, type Insist } from './insist.js';
import type { Recipe } from './recipe.js';

const run = promisify(execFile);

/** Brings programs for Linux and macOS; used where the system has none. */
const binaries: Artifacts = {
  title: 'Redis 6.2',
  artifacts: ['com.github.codemonstur:embedded-redis:1.4.4'],
  goal: 'unpack-dependencies',
};

/** A killed server has what it had. */
const durability = { appendonly: 'yes', save: '' };

export const redis: Recipe = {
  title: 'Redis',
  async fetch(log) {
    if (await isInstalled()) return;
    await fetched(binaries, log);
    await unpackedServer();
  },
  async prepare({ data, port, insist }) {
    const settings = {
      ...(insist ? insisting(port, insist) : { port: String(port) }),
      bind: '127.0.0.1',
      dir: data,
      ...durability,
      daemonize: 'no',
      loglevel: 'warning',
      'set-proc-title': 'no', // the directory must stay to be seen in the process's arguments
    };
    const file = (await isInstalled()) ? INSTALLED : await unpackedServer();
    return { file, args: [...asArguments(settings), ...(insist ? usersOf(insist) : [])] };
  },
  container: () => ({
    image: 'redis:7.4',
    port: 6379,
    data: '/data',
    env: {},
    command: ['redis-server', ...asArguments(durability)],
  }),
  async answers(port, insist) {
    const answer = (await ask(port, 'PING\r\n', asClient(insist)))?.toString();
    return insist ? answer?.startsWith('-NOAUTH') === true : answer === '+PONG\r\n';
  },
  env: (port, insist) => ({
    REDIS_URL: insist
      ? `rediss://${insist.user}:${insist.password}@127.0.0.1:${port}`
      : `redis://127.0.0.1:${port}`,
  }),
};

/** Only by TLS, and only as this user. */
const insisting = (port: number, { ca, cert, key }: Insist) => ({
  ...{ port: '0', 'tls-port': String(port), 'tls-auth-clients': 'no' },
  ...{ 'tls-ca-cert-file': ca, 'tls-cert-file': cert, 'tls-key-file': key },
});

const usersOf = ({ user, password }: Insist): string[] => [
  ...['--user', 'default', 'off'],
  ...['--user', user, 'on', `>${password}`, '~*', '&*', '+@all'],
];

const asArguments = (settings: Record<string, string>) =>
  Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);

const INSTALLED = 'redis-server';

const isInstalled = () =>
  run(INSTALLED, ['--version']).then(
    () => true,
    () => false,
  );

const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

const unpackedServer = async (): Promise<string> => {
  const ending = `-${process.platform}-${ARCHITECTURES[process.arch]}`;
  const name = (await readdir(folderOf(binaries))).find((each) => each.endsWith(ending));
  if (!name) throw new EngineMissing('Redis is not there for this system: install redis-server.');
  const file = join(folderOf(binaries), name);
  await chmod(file, 0o755);
  await run(file, ['--version']).catch(() => {
    throw new EngineMissing('The Redis that was fetched does not run here: install redis-server.');
  });
  return file;
};
