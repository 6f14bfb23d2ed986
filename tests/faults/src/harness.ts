import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { TEST_MASTER_KEY, testKeys } from '@feusa/privacy/subject-keys/test-keys';
import { openPool } from '@feusa/platform/postgres/pool';
import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import type { EventStore } from '@feusa/event-log/store/port';
import { openProduct, type Product, type ProductOptions } from '@feusa/cluster/cluster';
import type { Role } from '@feusa/contracts/users';
import pg from 'pg';
import { ClientLog } from './client/client-log.js';
import { request } from './client/http.js';
import { Load } from './client/load.js';
import { Sender, type Client } from './client/sender.js';
import type { Environment } from './environment.js';
import { Nemesis } from './nemesis.js';
import type { Random } from './random.js';
import { bePatient, until, within } from './until.js';

/** Two of what people reach, so that one can be lost; three who share the index. */
const USUAL = { commands: 2, queries: 2, workers: 3 };
const BRIEF_MS = 5000;
const WRITTEN_WITHIN_MS = 10_000;
const TEAM = 'green tractor';
const PASSWORD = 'brisk walnut harvest';
const ADMIN = 'ada@feusa.example';

export type Length = 'full' | 'short' | 'brief';

export interface HarnessOptions {
  /** Names its database, topic, index and bucket. */
  readonly name: string;
  /** The folder of the built services; default the product’s own. */
  readonly built?: string;
  readonly random: Random;
  /** How long outages last: as in the table of faults, shorter, or no longer than they must. */
  readonly length: Length;
  /** So many times longer than usual everything may take. */
  readonly patience?: number;
  /** How many processes of each service; default {@link USUAL}. */
  readonly services?: Pick<ProductOptions, 'commands' | 'queries' | 'workers'>;
  /** Run in its database before the product starts. */
  readonly sql?: string | undefined;
}

/** One product on the engines, with people in it: what a scenario plays on. */
export class Harness {
  readonly log = new ClientLog();
  readonly sender: Sender;
  readonly nemesis: Nemesis;
  readonly store: EventStore;
  /** The first one's session reaches another command service than the second one's, if it can be. */
  readonly admins: Client[] = [];
  readonly readers: Client[] = [];
  /** The ends of the log that were seen after each fault. */
  readonly heads: { readonly position: number; readonly hash: string }[] = [];

  private constructor(
    readonly environment: Environment,
    readonly product: Product,
    /** To the database itself, as superuser. */
    readonly pool: pg.Pool,
    readonly options: HarnessOptions & { readonly url: string; readonly dir: string },
  ) {
    this.sender = new Sender(product.gateway.address, this.log);
    this.nemesis = new Nemesis(product);
    this.store = openPostgresEventStore(pool, testKeys(pool));
  }

  static async open(environment: Environment, options: HarnessOptions): Promise<Harness> {
    const { name, built, services = USUAL, sql, patience = 1 } = options;
    bePatient(patience);
    const url = await newDatabase(environment.direct['DATABASE_URL']!, name);
    if (sql) await run(url, sql);
    const env = environment.env();
    const through = new URL(env['DATABASE_URL']!);
    through.pathname = name;
    const dir = path.join(environment.dir, 'products', name);
    await mkdir(dir, { recursive: true });
    const settings = {
      FEUSA_NAMESPACE: name,
      S3_BUCKET: name,
      FEUSA_TEAM_PASSWORD: TEAM,
      FEUSA_ADMIN_EMAIL: ADMIN,
      FEUSA_ADMIN_PASSWORD: PASSWORD,
      FEUSA_LOG_LEVEL: 'info',
      FEUSA_MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
    };
    const product = await openProduct(
      { dir, ...(built && { built }), ...services, env: settings, patience },
      { ...env, DATABASE_URL: through.href },
    );
    environment.endsWith(() => product.stop());
    const pool = openPool({ url, max: 6, name: 'faults', patient: true });
    const harness = new Harness(environment, product, pool, { ...options, url, dir });
    try {
      await harness.begin();
      return harness;
    } catch (fault) {
      await harness.close();
      throw fault;
    }
  }

  /** People at work until they are stopped. */
  work(options: { writers?: number; pages?: readonly string[] } = {}): Promise<Load> {
    const { sender, log, admins, readers } = this;
    const random = this.options.random.fork();
    return Load.start({ sender, log, admins, readers, random, ...options });
  }

  /** The length of an outage, ms. */
  lasting(shortMs: number, fullMs: number): number {
    if (this.options.length === 'brief') return Math.min(shortMs, BRIEF_MS);
    return this.rounds(shortMs, fullMs);
  }

  /** How often something is done. */
  rounds(short: number, full: number): number {
    return this.options.length === 'full' ? full : short;
  }

  async newPerson(role: Role, email: string): Promise<Client> {
    const [as] = this.admins;
    await this.stepUp(as!.cookie);
    const body = { email, password: PASSWORD, teamPassword: TEAM };
    const { answer, code } = await this.sender.send({ name: 'register-user', body }, { as: as! });
    if (!answer) throw new Error(`${email} cannot be registered: ${code}`);
    const change = { name: 'set-user-role', body: { userId: answer.id, role } } as const;
    if (role !== 'basic') await this.sender.send(change, { as: as! });
    // A mutant may have answered before it wrote; that is for the checks to find, not for this.
    const isThere = async () => (await this.store.accountByEmail(email))?.role === role;
    await until(`${email} in the log`, isThere, WRITTEN_WITHIN_MS);
    return this.signIn(email);
  }

  async signIn(email: string): Promise<Client> {
    const body = { email, password: PASSWORD, teamPassword: TEAM };
    const reply = await request('POST', `${this.sender.address}/api/session`, { body });
    const cookie = reply.headers.get('set-cookie')?.split(';')[0];
    if (!cookie) throw new Error(`${email} cannot sign in: ${reply.status} ${reply.text}`);
    await this.stepUp(cookie);
    return { id: (reply.body['user'] as { id: string }).id, email, cookie };
  }

  /** Holds 10 minutes. */
  stepUp(cookie: string): Promise<unknown> {
    const body = { password: PASSWORD };
    return request('POST', `${this.sender.address}/api/step-up`, { cookie, body });
  }

  async close(): Promise<void> {
    this.environment.heal();
    await this.product.stop();
    // What was given up may still hold a connection.
    await within('closing the pool', this.pool.end(), { ms: BRIEF_MS }).catch(() => undefined);
  }

  private async begin(): Promise<void> {
    this.admins.push(await this.signIn(ADMIN));
    this.admins.push(await this.newPerson('admin', 'bea@feusa.example'));
    for (const name of ['cem', 'dot']) {
      this.readers.push(await this.newPerson('basic', `${name}@feusa.example`));
    }
  }
}

async function newDatabase(server: string, name: string): Promise<string> {
  await run(server, `create database "${name}"`);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
