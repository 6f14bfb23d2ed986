import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EventStore } from '@feusa/event-log/store/port';
import { readConfig } from '@feusa/profiles/config';
import { openLog } from '@feusa/profiles/database';
import { freshDatabase } from '@feusa/testing/database';
import { SIGN_IN, TestCalls } from './test-calls.js';
import { newNamespace, openDistributed, type OpenedProduct } from './test-distributed.js';
import { openStandalone } from './test-standalone.js';

export const isDistributed = process.env['FEUSA_TEST_PROFILE'] === 'distributed';

/** How the product is opened again and again on the same data; `port` is 0 for any. */
type Open = (port: number) => Promise<OpenedProduct>;

interface ProductContext {
  readonly store: EventStore;
  /** What it was opened with. */
  readonly settings: NodeJS.ProcessEnv;
}

/** The whole product in this process on data of its own, with one person of each role. */
export class Product extends TestCalls {
  private constructor(
    private opened: OpenedProduct,
    private readonly open: Open,
    private readonly ground: ProductContext,
    private readonly cleanUp: () => Promise<void>,
  ) {
    super();
  }

  get store(): EventStore {
    return this.ground.store;
  }
  get settings(): NodeJS.ProcessEnv {
    return this.ground.settings;
  }

  /** Of the profile that FEUSA_TEST_PROFILE names, unless it must be the distributed one, with so many `commands`. */
  static async open(
    settings: NodeJS.ProcessEnv = {},
    apart = isDistributed,
    commands = 1,
  ): Promise<Product> {
    const database = await freshDatabase();
    const home = await mkdtemp(path.join(tmpdir(), 'feusa-'));
    const given = {
      DATABASE_URL: database.url,
      FEUSA_DATA_DIR: home,
      FEUSA_NAMESPACE: newNamespace(),
      FEUSA_TEAM_PASSWORD: SIGN_IN.teamPassword,
      FEUSA_ADMIN_EMAIL: SIGN_IN.email,
      FEUSA_ADMIN_PASSWORD: SIGN_IN.password,
      FEUSA_LOG_LEVEL: 'silent',
      ...settings,
    };
    const open: Open = (port) =>
      apart ? openDistributed(given, port, commands) : openStandalone(given, database.url);
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
  /** The addresses of everybody who takes commands. */
  get commands(): readonly string[] {
    return this.opened.commands;
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
    this.people.admin = await this.signIn(SIGN_IN.email);
    for (const role of ['auditor', 'basic'] as const) {
      this.people[role] = await this.newPerson(role, `${role}@feusa.example`);
    }
  }

  /** The types of the events that a piece of work appends. */
  async appends(work: () => Promise<unknown>): Promise<string[]> {
    const { position } = await this.store.head();
    await work();
    return (await this.store.read(position, 1000)).map(({ type }) => type);
  }
}
