import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import {
  enginesAt,
  newNamespace,
  openDistributed,
  type OpenedProduct,
} from './test-distributed.js';
import { openStandalone } from './test-standalone.js';

interface Ready {
  readonly status: string;
  readonly degraded: readonly string[];
  readonly parts: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly state: string;
    readonly detail?: string;
  }[];
}

let home: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let settings: NodeJS.ProcessEnv;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-health-'));
  database = await freshDatabase();
  settings = {
    DATABASE_URL: database.url,
    FEUSA_DATA_DIR: home,
    FEUSA_TEAM_PASSWORD: 'green tractor',
    FEUSA_ADMIN_EMAIL: 'ada@feusa.example',
    FEUSA_ADMIN_PASSWORD: 'brisk walnut harvest',
    FEUSA_LOG_LEVEL: 'silent',
  };
});
afterAll(async () => {
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

const readyAt = async (address: string) => {
  const answer = await fetch(`${address}/health/ready`);
  return { status: answer.status, body: (await answer.json()) as Ready };
};
const metricsAt = async (address: string) => (await fetch(`${address}/metrics`)).text();
const figureIn = (text: string, figure: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${figure} `))
    ?.slice(figure.length + 1);

describe('the standalone profile', () => {
  let opened: OpenedProduct;
  beforeAll(async () => void (opened = await openStandalone(settings, database.url)));
  afterAll(() => opened.close());

  it('is ready with each of its parts', async () => {
    await poll(async () => (await readyAt(opened.address)).body).toEqual({
      status: 'ready',
      degraded: [],
      parts: [
        { name: 'postgres', required: true, state: 'ok' },
        { name: 'uploads', required: false, state: 'ok' },
        { name: 'changes', required: false, state: 'ok' },
        { name: 'log', required: false, state: 'ok' },
        { name: 'read-model', required: false, state: 'ok' },
        { name: 'past', required: false, state: 'ok' },
        { name: 'search-index', required: false, state: 'ok' },
      ],
    });
  });

  it('shows how far its consumers have come', async () => {
    for (const consumer of ['read-model', 'search-indexer']) {
      const lag = `feusa_consumer_lag_events{consumer="${consumer}"}`;
      const age = `feusa_consumer_oldest_event_seconds{consumer="${consumer}"}`;
      const figures = async () => {
        const metrics = await metricsAt(opened.address);
        return [figureIn(metrics, lag), figureIn(metrics, age)];
      };
      await poll(figures).toEqual(['0', '0']);
    }
    const text = await metricsAt(opened.address);
    expect(Number(figureIn(text, 'feusa_log_position'))).toBeGreaterThan(0);
    expect(figureIn(text, 'feusa_part_up{part="postgres"}')).toBe('1');
    expect(figureIn(text, 'feusa_part_up{part="read-model"}')).toBe('1');
  });
});

describe('the distributed profile with every engine but the database away', () => {
  let opened: OpenedProduct;
  beforeAll(async () => {
    opened = await openDistributed({
      ...settings,
      FEUSA_NAMESPACE: newNamespace(),
      ...enginesAt(`127.0.0.1:${await closedPort()}`),
    });
  });
  afterAll(() => opened.close());

  const wrong = {
    command: ['kafka', 'opensearch', 'redis', 's3'],
    query: ['kafka', 'opensearch', 'redis', 's3'],
    indexer: ['kafka', 'opensearch', 'search-index'],
  };

  it.each([
    ['command', 0],
    ['query', 1],
    ['indexer', 3],
  ] as const)('%s is ready, and says what is wrong', async (name, index) => {
    const address = await opened.apps[index]!.getUrl();
    const degraded = async () => {
      const { status, body } = await readyAt(address);
      expect(status).toBe(200);
      expect(body.parts[0]).toEqual({ name: 'postgres', required: true, state: 'ok' });
      return body.degraded.filter((part) => wrong[name].includes(part));
    };
    await poll(degraded, { timeout: 10_000 }).toEqual(wrong[name]);
    const { body } = await readyAt(address);
    expect(body.status).toBe('degraded');
    const text = await metricsAt(address);
    for (const part of wrong[name])
      expect(figureIn(text, `feusa_part_up{part="${part}"}`)).toBe('0');
    expect(figureIn(text, 'feusa_part_up{part="postgres"}')).toBe('1');
  });

  it('the command service says whether it relays', async () => {
    const address = await opened.apps[0]!.getUrl();
    const relay = async () => {
      const { body } = await readyAt(address);
      return body.parts.find(({ name }) => name === 'relay');
    };
    await poll(relay).toMatchObject({ detail: 'leads', state: 'Kafka is not reachable' });
    const text = await metricsAt(address);
    expect(figureIn(text, 'feusa_relay_leads')).toBe('1');
    expect(figureIn(text, 'feusa_relay_position')).toBe('0');
    expect(Number(figureIn(text, 'feusa_consumer_lag_events{consumer="relay"}'))).toBeGreaterThan(
      0,
    );
  });
});

const closedPort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
