import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { run } from '@feusa/cluster/program';
import { openPool } from '@feusa/platform/postgres/pool';
import { freshDatabase, type FreshDatabase } from '../../packages/testing/src/database.js';
import { describeWithEngine } from '../../packages/testing/src/engines.js';
import { newDotenv } from '../docker/compose.js';
import { root } from '../docker/product.js';
import { filled } from './manifests.js';
import { composePod, podsOf, startPod, type Machine, type StartedPod } from './test-pods.js';

const person = {
  email: 'ada@feusa.example',
  password: 'brisk walnut harvest',
  teamPassword: 'green tractor',
};
/** What an operator sets beside what the examples have. */
const operators = {
  FEUSA_ADMIN_EMAIL: person.email,
  FEUSA_ADMIN_PASSWORD: person.password,
  FEUSA_TEAM_PASSWORD: person.teamPassword,
  FEUSA_CHECKPOINT_SECONDS: '1',
  FEUSA_LOG_LEVEL: 'warn',
  FEUSA_PUBLIC_URL: 'http://localhost:3000',
};
const DOTENV = newDotenv();
/** Programs start slowly on a machine that has other work. */
const MINUTES = 240_000;
const newKey = () =>
  String(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }));

/** Needs kafka, opensearch, redis and s3, and the built services. */
describeWithEngine('kafka', 'services that are started from what is mounted', () => {
  let dir: string;
  let image: string;
  let count = 0;
  const databases: FreshDatabase[] = [];
  const running: StartedPod[] = [];
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'feusa-mounted-'));
    image = path.join(dir, 'app');
    await run([path.join(root, 'infra/docker/collect.mjs'), image]);
  });
  const stop = () => Promise.all(running.splice(0).map((each) => each.process.stop()));
  afterEach(stop);
  afterAll(async () => {
    for (const { drop } of databases) await drop();
    await rm(dir, { recursive: true, force: true });
  });

  async function newDatabase(): Promise<FreshDatabase> {
    const database = await freshDatabase();
    databases.push(database);
    return database;
  }

  /** Engines of their own, as far as names can keep them apart. */
  async function newMachine(): Promise<Machine> {
    const name = `mounted-${process.pid}-${++count}`;
    const own = { FEUSA_NAMESPACE: name, S3_BUCKET: name, DATABASE_URL: (await newDatabase()).url };
    const machine = path.join(dir, name);
    await mkdir(machine);
    const secrets = { 'checkpoint.key': newKey() };
    return { image, dir: machine, secrets, engines: { ...enginesOfTests(), ...own } };
  }

  const start = async (pods: readonly Parameters<typeof startPod>[0][], machine: Machine) => {
    const started = await Promise.all(pods.map((pod) => startPod(pod, machine)));
    running.push(...started);
    return started;
  };
  const logOf = async ({ address }: StartedPod) => {
    const health = (await (await fetch(`${address}/health/ready`)).json()) as {
      parts: { name: string; state: string }[];
    };
    return health.parts.find(({ name }) => name === 'log')?.state;
  };
  const call = (address: string, cookie: string, method: string, body?: object) =>
    fetch(address, {
      method,
      headers: { cookie, 'content-type': 'application/json', origin: operators.FEUSA_PUBLIC_URL },
      ...(body && { body: JSON.stringify(body) }),
    });
  const signIn = async ({ address }: StartedPod) => {
    const answer = await call(`${address}/api/session`, '', 'POST', person);
    expect(answer.status).toBe(201);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    await call(`${address}/api/step-up`, cookie, 'POST', { password: person.password });
    return cookie;
  };
  const add = ({ address }: StartedPod, cookie: string, name: string) =>
    call(`${address}/api/commands/add-folder`, cookie, 'POST', { name, parentId: null });
  const lastSigned = async ({ data }: StartedPod) =>
    Number(
      (await readFile(path.join(data, 'checkpoint.last'), 'utf8').catch(() => '')).split('\n')[1],
    );

  async function copyOf(url: string): Promise<string> {
    const copy = await newDatabase();
    const [from, to] = [url, copy.url].map((each) => new URL(each).pathname.slice(1));
    const server = Object.assign(new URL(url), { pathname: '/postgres' }).href;
    const client = openPool({ url: server, max: 1, name: 'test' });
    await client.query(`drop database ${to}`);
    await client.query(`create database ${to} template ${from}`);
    await client.end();
    return copy.url;
  }

  const tool = (name: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
    run([path.join(image, `dist/cli/${name}.js`), ...args], { cwd: image, env });

  /** What is said of a bundle that is made now. */
  async function checked({ address }: StartedPod, cookie: string): Promise<string> {
    const answer = await call(`${address}/api/audit/bundle`, cookie, 'GET');
    expect(answer.status).toBe(200);
    const file = path.join(await mkdtemp(path.join(dir, 'bundle-')), 'log.zip');
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    return (await tool('verify-log', [file])).out;
  }

  const ways = {
    kubernetes: () => {
      const [settings, secrets] = [filled.settings, { ...filled.secrets, ...operators }];
      const all = { settings, secrets };
      return [...podsOf('command', all), ...podsOf('query', all).slice(0, 1)];
    },
    compose: () => {
      const dotenv = { ...DOTENV, ...operators };
      return ['command', 'query-1'].map((name) => composePod(name, dotenv));
    },
  };

  describe.each(Object.entries(ways))('by %s', (_, pods) => {
    it(
      'sign with one key, and know an older database after all of them were started anew',
      async () => {
        const machine = await newMachine();
        const first = await start(pods(), machine);
        expect(await Promise.all(first.map(logOf))).toEqual(first.map(() => 'ok'));
        const [command, query] = [first[0]!, first.at(-1)!];
        const cookie = await signIn(command);
        expect((await add(command, cookie, 'One')).status).toBe(200);
        const key = async ({ address }: StartedPod) =>
          (await call(`${address}/api/audit/key`, cookie, 'GET')).text();
        expect(await key(query)).toContain('feusa+');
        await stop();
        const older = await copyOf(machine.engines['DATABASE_URL']!);

        const again = await start(pods(), machine);
        const { position } = (await (await add(again[0]!, cookie, 'Two')).json()) as {
          position: string;
        };
        for (const each of again)
          await poll(() => lastSigned(each), { timeout: 30_000 }).toBe(Number(position));
        expect(await checked(again.at(-1)!, cookie)).toContain('The log is whole');
        await stop();

        const engines = { ...machine.engines, DATABASE_URL: older };
        const restored = await start(pods(), { ...machine, engines });
        for (const each of restored) expect(await logOf(each)).toContain('shorter than checkpoint');
        expect((await add(restored[0]!, cookie, 'Three')).status).toBe(503);
      },
      MINUTES,
    );
  });

  it(
    'are read-only where another key is mounted, and their bundles do not read as forged',
    async () => {
      const machine = await newMachine();
      const first = await start(ways.kubernetes().slice(1), machine);
      const cookie = await signIn(first[0]!);
      expect((await add(first[0]!, cookie, 'One')).status).toBe(200);
      expect(await checked(first.at(-1)!, cookie)).toContain('The log is whole');
      await stop();
      const other = { ...machine, secrets: { 'checkpoint.key': newKey() } };
      const restored = await start(ways.kubernetes().slice(1), other);
      for (const each of restored) expect(await logOf(each)).toContain('and the key here is');
      expect((await add(restored[0]!, cookie, 'Two')).status).toBe(503);
      expect(await checked(restored.at(-1)!, cookie)).toContain('The log is whole');
    },
    MINUTES,
  );
});

const enginesOfTests = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => {
      const found = /^FEUSA_TEST_((KAFKA|OPENSEARCH|REDIS|S3)_.*)$/.exec(name);
      return found && value ? [[found[1]!, value]] : [];
    }),
  );
