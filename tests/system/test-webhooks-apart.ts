import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Program, source } from '@feusa/cluster/program';
import { openPool } from '@feusa/platform/postgres/pool';
import { waitUntil } from '@feusa/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statusAndCode } from './test-calls.js';
import type { Product } from './test-product.js';

const PATIENCE = 60_000;

/** Who leads, or did until now: the connection that holds the leadership. */
const LEADER = `from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and a.datname = current_database()
  and a.application_name = $1`;

interface Delivered {
  readonly id: string;
  readonly name: string;
}

/** Of several query services one tells webhooks, and another one goes on where it is cut off or killed. */
export function webhooksApart(opened: () => Product): void {
  let server: Server;
  let owner: ReturnType<typeof openPool>;
  let deliveries: Delivered[] = [];
  /** Answers of tries that are kept waiting, of the name that is held. */
  let held = '';
  const kept: ServerResponse[] = [];
  beforeAll(async () => {
    owner = openPool({ url: opened().settings['DATABASE_URL']!, max: 1, name: 'test' });
    server = createServer((request, answer) => {
      void json(request).then((body) => {
        const { data } = body as { data: { data: { name: string } } };
        deliveries.push({ id: String(request.headers['webhook-id']), name: data.data.name });
        if (data.data.name === held) kept.push(answer);
        else answer.writeHead(204).end();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await owner.end();
  });

  const name = () => [`feusa-webhooks ${opened().settings['FEUSA_NAMESPACE']}`];
  const cutLeader = async () =>
    (await owner.query(`select pg_terminate_backend(l.pid) ${LEADER}`, name())).rowCount;
  const add = async (names: readonly string[]) => {
    for (const each of names) await opened().done('add-folder', { name: each, parentId: null });
  };
  const release = () => {
    held = '';
    for (const answer of kept.splice(0)) answer.writeHead(204).end();
  };
  async function hook<T>(work: () => Promise<T>): Promise<T> {
    deliveries = [];
    const { port } = server.address() as AddressInfo;
    const body = { url: `http://127.0.0.1:${port}/`, types: ['FolderAdded'] };
    const { id } = await opened().done('add-webhook', body);
    return work().finally(() => opened().done('remove-webhook', { id }));
  }
  const tries = (of: string) => deliveries.filter((each) => each.name === of).length;
  const isDelivered = (of: string) => waitUntil(() => tries(of) > 0, PATIENCE);
  /** Each for the first time in order, and by the same id whenever it came again. */
  const expectWhole = (names: readonly string[]) => {
    const first = new Map<string, string>();
    for (const each of deliveries) if (!first.has(each.id)) first.set(each.id, each.name);
    expect([...first.values()]).toEqual(names);
  };

  describe('webhooks of services apart', () => {
    it('are told by one of them, once', () =>
      hook(async () => {
        const names = Array.from({ length: 12 }, (_, n) => `Calm ${n}`);
        await add(names);
        await isDelivered(names.at(-1)!);
        expect(deliveries.map((each) => each.name)).toEqual(names);
        expect((await owner.query(`select ${LEADER}`, name())).rowCount).toBe(1);
      }));

    it('go on where the one that tells is cut off from PostgreSQL, and where it is killed', () =>
      hook(async () => {
        held = 'Held';
        await add(['Before', 'Held', 'Behind']);
        await isDelivered('Held');
        expect(await cutLeader()).toBe(1);
        await waitUntil(() => tries('Held') > 1, PATIENCE);
        release();
        await isDelivered('Behind');

        const env = { ...process.env, ...opened().settings, FEUSA_PROFILE: 'standalone' };
        const teller = new Program(source('tests/system/test-teller.ts'), { env });
        held = 'Killed';
        try {
          // Whoever gives the leadership up takes part again a second later.
          await waitUntil(async () => {
            if (!teller.text) await cutLeader();
            return teller.text;
          }, PATIENCE);
          await add(['Killed', 'Last']);
          await isDelivered('Killed');
        } finally {
          await teller.end('SIGKILL');
        }
        await waitUntil(() => tries('Killed') > 1, PATIENCE);
        release();
        await isDelivered('Last');
        expectWhole(['Before', 'Held', 'Behind', 'Killed', 'Last']);
      }));

    it('never lead inside', async () => {
      expect(opened().settings['FEUSA_WEBHOOK_NETWORKS']).toBe('loopback');
      const body = { url: 'http://169.254.169.254/latest', types: ['FolderAdded'] };
      expect(statusAndCode(await opened().command('add-webhook', body))).toBe('422 webhook/inside');
    });
  });
}
