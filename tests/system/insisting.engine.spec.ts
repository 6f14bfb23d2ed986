import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@feusa/profiles/config';
import { openServicePorts } from '@feusa/profiles/distributed';
import { placesWith } from '@feusa/profiles/erasure-check/erasure-check';
import { openSearchTool } from '@feusa/profiles/search-tool';
import { toOperator } from '@feusa/platform/start-fault';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { employee, SIGN_IN, TestCalls } from './test-calls.js';
import { engines, newNamespace, openDistributed, type OpenedProduct } from './test-distributed.js';
import { openInsisting, PASSWORD, type Insisting } from './test-insisting.js';

let home: string;
let insisting: Insisting;
let settings: NodeJS.ProcessEnv;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-'));
  insisting = await openInsisting();
  settings = {
    ...engines(),
    ...insisting.env,
    FEUSA_PROFILE: 'distributed',
    FEUSA_DATA_DIR: home,
    FEUSA_NAMESPACE: newNamespace(),
    FEUSA_TEAM_PASSWORD: SIGN_IN.teamPassword,
    FEUSA_ADMIN_EMAIL: SIGN_IN.email,
    FEUSA_ADMIN_PASSWORD: SIGN_IN.password,
    FEUSA_PUBLIC_URL: 'http://localhost',
    FEUSA_LOG_LEVEL: 'silent',
  };
});
afterAll(async () => {
  await insisting.close();
  await rm(home, { recursive: true, force: true });
});

class Calls extends TestCalls {
  constructor(private readonly opened: OpenedProduct) {
    super();
  }
  get address() {
    return this.opened.address;
  }
  get replicas() {
    return this.opened.replicas;
  }
}

describe('the product on engines that insist on TLS and a password', () => {
  it('is whole: screens, search, sessions, files, and its tools', async () => {
    const given = { ...settings };
    delete given['FEUSA_PUBLIC_URL'];
    const opened = await openDistributed(given);
    try {
      const product = new Calls(opened);
      product.people.admin = await product.signIn(SIGN_IN.email);
      const { id, position } = await product.done('add-employee', employee);
      const found = await product.read(
        `/api/search?q=lukasz&after=${position}`,
        product.people.admin,
      );
      expect(found.body).toEqual({ hits: [{ objectID: id }], total: 1 });
      for (const replica of product.replicas) {
        const health = await (await fetch(`${replica}/health/ready`)).json();
        expect(health).toMatchObject({ status: 'ready', degraded: [] });
      }
    } finally {
      await opened.close();
    }
    const config = readConfig(settings);
    const places = await placesWith(config, config.DATABASE_URL!, ['no such text anywhere']);
    expect(places).toEqual([]);
    const tool = await openSearchTool(config, 'test');
    expect((await tool.index.search('lukasz')).total).toBe(1);
    await tool.close();
  });
});

/** What a service with these settings says of an engine: at its start, or of its state. */
async function reportedBy(change: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig({ ...settings, ...change });
  let ports: Awaited<ReturnType<typeof openServicePorts>>;
  try {
    ports = await openServicePorts(config, 'query');
  } catch (fault) {
    return String(toOperator(fault));
  }
  try {
    const relaying = ports.eventLog.relay();
    const states = [() => relaying.state(), ...Object.values(ports.states)];
    for (let tries = 0; tries < 100; tries++) {
      const said = (await Promise.all(states.map((state) => state()))).filter(Boolean);
      if (said.some((each) => !/^(connecting|starting)/.test(each!))) return said.join();
      await new Promise((later) => setTimeout(later, 100));
    }
    return 'nothing';
  } finally {
    await ports.close();
  }
}

const UNKNOWN = 'certificate is of an authority that is not known';
const OTHER_NAME = 'certificate is for another name';
const NO_PASSWORD = 'does not take this name and password';

describe('what a service says', () => {
  it.each(['KAFKA', 'REDIS', 'OPENSEARCH', 'S3'])(
    'of a certificate of somebody else: %s',
    async (engine) => {
      expect(await reportedBy({ [`${engine}_TLS_CA`]: insisting.otherCa })).toContain(UNKNOWN);
    },
  );

  it('of a certificate of somebody else: PostgreSQL', async () => {
    const { DATABASE_URL: url = '' } = settings;
    const other = url.replace(/sslrootcert=.*/, `sslrootcert=${insisting.otherCa}`);
    expect(await reportedBy({ DATABASE_URL: other })).toContain(UNKNOWN);
    expect(await reportedBy({ DATABASE_URL: url.replace(/\?.*/, '') })).toMatch(
      /no encryption|insists/,
    );
  });

  it.each([
    ['Kafka', (at: string) => ({ KAFKA_BROKERS: at })],
    ['Redis', (at: string) => ({ REDIS_URL: `rediss://feusa:x@${at}` })],
    ['OpenSearch', (at: string) => ({ OPENSEARCH_URL: `https://${at}` })],
    ['S3', (at: string) => ({ S3_ENDPOINT: `https://${at}` })],
  ])('of a certificate for another name: %s', async (_, change) => {
    expect(await reportedBy(change(`127.0.0.1:${insisting.elsewhere}`))).toContain(OTHER_NAME);
  });

  const wrong = (name: string) => (settings[name] ?? '').replace(PASSWORD, 'wrong');
  it.each([
    ['Kafka, SCRAM', () => ({ KAFKA_PASSWORD: 'wrong' })],
    ['Kafka, PLAIN', () => ({ KAFKA_SASL: 'plain', KAFKA_PASSWORD: 'wrong' })],
    ['Redis', () => ({ REDIS_URL: wrong('REDIS_URL') })],
    ['OpenSearch', () => ({ OPENSEARCH_URL: wrong('OPENSEARCH_URL') })],
  ])('of a wrong password: %s', async (_, change) => {
    expect(await reportedBy(change())).toContain(NO_PASSWORD);
  });

  it('of a wrong password: S3 and PostgreSQL', async () => {
    expect(await reportedBy({ S3_SECRET_KEY: 'wrong' })).toContain('does not let these keys use');
    const { DATABASE_URL: url = '' } = settings;
    const other = url.replace(/:[^:@/]+@/, ':wrong@');
    expect(await reportedBy({ DATABASE_URL: other })).toContain('password authentication failed');
  });

  it.each(['plain', 'scram-sha-256'])('nothing where all is right: %s', async (KAFKA_SASL) => {
    const ports = await openServicePorts(readConfig({ ...settings, KAFKA_SASL }), 'command');
    ports.eventLog.relay();
    const nobody = { name: KAFKA_SASL, checkpoint: async () => 0, handle: async () => undefined };
    const share = ports.eventLog.share(nobody);
    await poll(() => share.state()).toBeUndefined();
    await ports.close();
  });

  it('of a client certificate that is missing', async () => {
    const none = { KAFKA_TLS_CERT: '', KAFKA_TLS_KEY: '' };
    expect(await reportedBy(none)).toContain('it wants another client certificate');
  });

  it('of Kafka that is asked without TLS', async () => {
    const none = ['CA', 'CERT', 'KEY'].map((each) => [`KAFKA_TLS_${each}`, '']);
    expect(await reportedBy({ KAFKA_TLS: 'false', ...Object.fromEntries(none) })).toMatch(/Kafka/);
  });
});
