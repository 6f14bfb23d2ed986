import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@feusa/adapters/config';
import { firstRun } from '@feusa/command/setup/first-run';
import type { CommandName } from '@feusa/contracts/commands';
import type { Role } from '@feusa/contracts/users';
import { freshDatabase } from '@feusa/testing/database';
import { io, type Socket } from 'socket.io-client';
import { createStandalone, type Standalone } from './app.js';

const TEAM = 'green tractor';
const PASSWORD = 'brisk walnut harvest';
const ADMIN = 'ada@feusa.example';

/** A cookie to send, or none for somebody who is signed out. */
export interface Person {
  readonly id: string;
  readonly cookie?: string;
}
export type Body = Record<string, unknown>;
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export const SIGNED_OUT: Person = { id: '' };

/** The whole product in this process on a database of its own, with one person of each role. */
export class Product {
  readonly people = {} as Record<Role, Person>;
  address = '';

  private constructor(
    private standalone: Standalone,
    private readonly reopen: () => Promise<Standalone>,
    private readonly cleanUp: () => Promise<void>,
  ) {}

  static async open(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
    const database = await freshDatabase();
    const home = await mkdtemp(path.join(tmpdir(), 'feusa-'));
    const config = readConfig({
      FEUSA_DATA_DIR: home,
      FEUSA_TEAM_PASSWORD: TEAM,
      FEUSA_ADMIN_EMAIL: ADMIN,
      FEUSA_ADMIN_PASSWORD: PASSWORD,
      FEUSA_LOG_LEVEL: 'silent',
      ...settings,
    });
    const reopen = () => createStandalone(config, database.url);
    const product = new Product(await reopen(), reopen, async () => {
      await database.drop();
      await rm(home, { recursive: true, force: true });
    });
    await product.begin();
    return product;
  }

  get app() {
    return this.standalone.app;
  }
  get ports() {
    return this.standalone.ports;
  }

  /** Ends the program in an orderly way and starts it again on the same data. */
  async restart(): Promise<void> {
    await this.standalone.close();
    this.standalone = await this.reopen();
    await this.listen();
  }

  async close(): Promise<void> {
    await this.standalone.close();
    await this.cleanUp();
  }

  private async begin(): Promise<void> {
    await firstRun(this.standalone.ports, this.standalone.queue);
    await this.listen();
    this.people.admin = await this.signIn(ADMIN);
    for (const role of ['auditor', 'basic'] as const) {
      this.people[role] = await this.newPerson(role, `${role}@feusa.example`);
    }
  }

  private async listen(): Promise<void> {
    await this.app.listen(0, '127.0.0.1');
    const { port } = this.app.getHttpServer().address() as { port: number };
    this.address = `http://127.0.0.1:${port}`;
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
    await this.get(`/api/errors?after=${String(answer.body['position'])}`, this.people.admin);
    return answer.body as Body & { id: string };
  }

  /** The types of the events that a piece of work appends. */
  async appends(work: () => Promise<unknown>): Promise<string[]> {
    const { position } = await this.ports.store.head();
    await work();
    return (await this.ports.store.read(position, 1000)).map(({ type }) => type);
  }

  connect(as: Person, options: Body = {}): Socket {
    return io(this.address, {
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
