import { built, run } from '@feusa/cluster/program';
import { openPool } from '@feusa/platform/postgres/pool';
import { freshDatabase, type FreshDatabase } from '@feusa/testing/database';
import { expect } from '@jest/globals';
import { openStandalone, type OpenedStandalone } from './test-standalone.js';

const person = {
  ...{ email: 'ada@feusa.example', password: 'brisk walnut harvest' },
  teamPassword: 'green tractor',
};
const SETTINGS = {
  FEUSA_TEAM_PASSWORD: person.teamPassword,
  FEUSA_ADMIN_EMAIL: person.email,
  FEUSA_ADMIN_PASSWORD: person.password,
  FEUSA_LOG_LEVEL: 'silent',
};

/** A product that is started again and again, on databases that are copies of others. */
export class Restored {
  private opened: OpenedStandalone | undefined;
  private cookie = '';
  private readonly databases: FreshDatabase[] = [];

  async start(settings: NodeJS.ProcessEnv, database: FreshDatabase): Promise<void> {
    await this.close();
    this.opened = await openStandalone({ ...SETTINGS, ...settings }, database.url);
    const answer = await this.ask('POST', '/api/session', person);
    this.cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
    await this.ask('POST', '/api/step-up', { password: person.password });
  }

  async close(): Promise<void> {
    await this.opened?.close();
    this.opened = undefined;
  }

  async drop(): Promise<void> {
    await this.close();
    for (const { drop } of this.databases) await drop();
  }

  async ask(method: string, address: string, body?: unknown): Promise<Response> {
    return fetch(this.opened!.address + address, {
      method,
      headers: { cookie: this.cookie, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async add(...names: string[]): Promise<void> {
    for (const name of names) {
      const folder = { name, parentId: null };
      expect((await this.ask('POST', '/api/commands/add-folder', folder)).status).toBe(200);
    }
  }

  /** The size of the newest checkpoint. */
  async checkpoint(): Promise<number> {
    const answer = await this.ask('GET', '/api/audit/checkpoint');
    expect(answer.status).toBe(200);
    return Number((await answer.text()).split('\n')[1]);
  }

  /** Commands are refused and nothing is signed; screens and health work, and say why. */
  async expectReadOnly(reason: string): Promise<void> {
    const { store } = this.opened!.standalone.ports;
    const { position } = await store.head();
    const folder = { name: 'No', parentId: null };
    const refused = await this.ask('POST', '/api/commands/add-folder', folder);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      code: 'log/read-only',
      detail: expect.stringContaining('Nothing can be changed right now'),
    });
    expect((await store.head()).position).toBe(position);
    expect((await this.ask('GET', '/api/folders')).status).toBe(200);
    const signed = await this.ask('GET', '/api/audit/checkpoint');
    expect(await signed.json()).toMatchObject({ code: 'audit/contradiction' });
    const health = await this.ask('GET', '/health/ready');
    expect(health.status).toBe(200);
    const { degraded, parts } = (await health.json()) as {
      degraded: string[];
      parts: { name: string; state: string }[];
    };
    expect(degraded).toContain('log');
    expect(parts.find(({ name }) => name === 'log')!.state).toContain(reason);
  }

  async newDatabase(): Promise<FreshDatabase> {
    const database = await freshDatabase();
    this.databases.push(database);
    return database;
  }

  /** A copy of a database that nobody uses. */
  async copyOf({ url }: FreshDatabase): Promise<FreshDatabase> {
    const copy = await this.newDatabase();
    const [from, to] = [url, copy.url].map((each) => new URL(each).pathname.slice(1));
    const server = new URL(url);
    server.pathname = 'postgres';
    const client = openPool({ url: server.href, max: 1, name: 'test' });
    await client.query(`drop database ${to}`);
    await client.query(`create database ${to} template ${from}`);
    await client.end();
    return copy;
  }

  /** Runs a tool in a process of its own, with these settings. */
  run(tool: string, settings: NodeJS.ProcessEnv, ...words: string[]) {
    const env = { ...process.env, ...SETTINGS, ...settings };
    return run(built(`cli/${tool}`, ...words), { env });
  }
}
