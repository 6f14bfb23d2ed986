import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EventStore } from '@feusa/adapters/event-store/port';
import { readConfig } from '@feusa/adapters/config';
import { openLog } from '@feusa/adapters/open-database';
import type { CommandName } from '@feusa/contracts/commands';
import type { Role } from '@feusa/contracts/users';
import { freshDatabase } from '@feusa/testing/database';
import { io, type Socket } from 'socket.io-client';
import { newNamespace, openDistributed, type Opened } from './test-distributed.js';
import { openStandalone } from './test-standalone.js';

export const isDistributed = process.env['FEUSA_TEST_PROFILE'] === 'distributed';

const TEAM = 'green tractor';
const PASSWORD = 'brisk walnut harvest';
const ADMIN = 'ada@feusa.example';
export const SIGN_IN = { email: ADMIN, password: PASSWORD, teamPassword: TEAM };

/** A cookie to send, or none for somebody who is signed out. */
export interface Person {
  readonly id: string;
  readonly cookie?: string;
}
/** Each of them lasts up to 2 s. */
const SETTLED_TRIES = 10;

export type Body = Record<string, unknown>;
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export const SIGNED_OUT: Person = { id: '' };

/** How the product is opened again and again on the same data; `port` is 0 for any. */
type Open = (port: number) => Promise<Opened>;

interface Ground {
  readonly store: EventStore;
  /** What it was opened with. */
  readonly settings: NodeJS.ProcessEnv;
}

/** The whole product in this process on data of its own, with one person of each role. */
export class Product {
  readonly people = {} as Record<Role, Person>;

  private constructor(
    private opened: Opened,
    private readonly open: Open,
    private readonly ground: Ground,
    private readonly cleanUp: () => Promise<void>,
  ) {}

  get store(): EventStore {
    return this.ground.store;
  }
  get settings(): NodeJS.ProcessEnv {
    return this.ground.settings;
  }

  /** Of the profile that FEUSA_TEST_PROFILE names, unless it must be the distributed one. */
  static async open(settings: NodeJS.ProcessEnv = {}, apart = isDistributed): Promise<Product> {
    const database = await freshDatabase();
    const home = await mkdtemp(path.join(tmpdir(), 'feusa-'));
    const given = {
      DATABASE_URL: database.url,
      FEUSA_DATA_DIR: home,
      FEUSA_NAMESPACE: newNamespace(),
      FEUSA_TEAM_PASSWORD: TEAM,
      FEUSA_ADMIN_EMAIL: ADMIN,
      FEUSA_ADMIN_PASSWORD: PASSWORD,
      FEUSA_LOG_LEVEL: 'silent',
      ...settings,
    };
    const open: Open = (port) =>
      apart ? openDistributed(given, port) : openStandalone(given, database.url);
    const opened = await open(0);
    const log = await openLog(database.url, readConfig(given));
    const ground = { store: log.store, settings: given };
    const product = new Product(opened, open, ground, async () => {
      await log.close();
      await database.drop();
      await rm(home, { recursive: true, force: true });
    });
    await product.begin();
    return product;
  }

  get address(): string {
    return this.opened.address;
  }
  /** The addresses of everybody who answers queries. */
  get replicas(): readonly string[] {
    return this.opened.replicas;
  }
  /** The Nest applications that it consists of; the one that answers at the address is the last. */
  get apps() {
    return this.opened.apps;
  }

  /** Every part of this kind, one in each application that has it. */
  parts<T extends object>(token: symbol | (new (...given: never[]) => T)): T[] {
    const found = this.apps.flatMap((app) => {
      try {
        return [app.get<T>(token, { strict: false })];
      } catch {
        return [];
      }
    });
    return [...new Set(found)];
  }

  /** Ends the program in an orderly way and starts it again on the same data, after what happens `between`. */
  async restart(between?: () => Promise<void>): Promise<void> {
    const { port } = new URL(this.address);
    await this.opened.close();
    await between?.();
    this.opened = await this.open(Number(port));
  }

  async close(): Promise<void> {
    await this.opened.close();
    await this.cleanUp();
  }

  private async begin(): Promise<void> {
    this.people.admin = await this.signIn(ADMIN);
    for (const role of ['auditor', 'basic'] as const) {
      this.people[role] = await this.newPerson(role, `${role}@feusa.example`);
    }
  }

  async newPerson(role: Role, email: string): Promise<Person> {
    const { admin } = this.people;
    const body = { email, password: PASSWORD, teamPassword: TEAM };
    const { id } = (await this.done('register-user', body, admin)) as { id: string };
    if (role !== 'basic') await this.done('set-user-role', { userId: id, role }, admin);
    return this.signIn(email);
  }

  async signIn(email: string): Promise<Person> {
    const body = { email, password: PASSWORD, teamPassword: TEAM };
    const answer = await this.ask('POST', '/api/session', { body });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { id: (answer.body['user'] as { id: string }).id, cookie };
  }

  async ask(
    method: string,
    address: string,
    {
      as,
      body,
      headers = {},
    }: { as?: Person; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(this.address + address, {
      method,
      redirect: 'manual',
      headers: {
        ...(as?.cookie && { cookie: as.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') && text !== '';
    const parsed = json && !text.includes('\n{') ? (JSON.parse(text) as Body) : { text };
    return { status: response.status, headers: response.headers, body: parsed };
  }

  get(address: string, as: Person = this.people.basic): Promise<Answer> {
    return this.ask('GET', address, { as });
  }

  /** Asks for what a busy product may not show yet, as the web does it: until it is no longer updating. */
  async read(address: string, as?: Person): Promise<Answer> {
    let answer = await this.get(address, as);
    for (let tries = 0; answer.status === 503 && tries < SETTLED_TRIES; tries++)
      answer = await this.get(address, as);
    return answer;
  }

  command(
    name: CommandName,
    body: unknown,
    as: Person = this.people.admin,
    key?: string,
  ): Promise<Answer> {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return this.ask('POST', `/api/commands/${name}`, { as, body, headers });
  }

  /** Sends a command that must be accepted, and waits until queries show it. */
  async done(name: CommandName, body: unknown, as?: Person): Promise<Body & { id: string }> {
    const answer = await this.command(name, body, as);
    if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
    await this.settled(String(answer.body['position']));
    return answer.body as Body & { id: string };
  }

  /** Waits until everybody who answers queries shows this position. */
  async settled(position: string): Promise<void> {
    const headers = { cookie: this.people.admin.cookie ?? '' };
    for (const replica of this.replicas) {
      // A replica waits 2 s and then says that it is still updating.
      const isThere = async () =>
        (await fetch(`${replica}/api/errors?after=${position}`, { headers })).status !== 503;
      for (let tries = 0; tries < SETTLED_TRIES && !(await isThere()); tries++);
    }
  }

  /** The types of the events that a piece of work appends. */
  async appends(work: () => Promise<unknown>): Promise<string[]> {
    const { position } = await this.store.head();
    await work();
    return (await this.store.read(position, 1000)).map(({ type }) => type);
  }

  connect(as: Person, options: Body = {}, at = this.address): Socket {
    return io(at, {
      forceNew: true,
      reconnection: false,
      transports: ['websocket'],
      ...(as.cookie && { extraHeaders: { cookie: as.cookie } }),
      ...options,
    });
  }
}

export const employee = {
  firstName: 'Łukasz',
  lastName: 'Kamiński',
  phoneNumber: '+1 (402) 555-0100',
  email: 'lukasz@feusa.example',
  role: 'Combine Technician',
  location: 'Kraków',
  department: 'Service',
  manager: 'Maria Lopez',
};
