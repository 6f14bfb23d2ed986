import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAuditTrail } from '@feusa/event-log/audit-trail/postgres';
import { append, sample } from '@feusa/event-log/store/test-samples';
import { trustGiven } from '@feusa/platform/networks';
import { migrate } from '@feusa/platform/postgres/migrate';
import type { Connections } from '@feusa/platform/postgres/source';
import { openConnections } from '@feusa/profiles/prepare-database';
import { openPostgresSessions } from '@feusa/identity/sessions/postgres';
import { authTables } from '@feusa/identity/sessions/schema';
import { ACCOUNTS } from '@feusa/event-log/store/append';
import type { DomainEvent, StoredEvent } from '@feusa/contracts/events';
import type { Role } from '@feusa/contracts/users';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { ReadDatabase } from '../read-model/database.js';
import { ReadModel } from '../read-model/read-model.js';
import type { FastOptions } from './fast-topics.js';
import { Live } from './live.js';

/** An event to append: what happens to which version of a stream. */
export interface Planned {
  readonly stream: string;
  readonly version: number;
  readonly event: DomainEvent;
}

interface Queryable {
  query(...given: unknown[]): Promise<unknown>;
}

/** A log with sessions, on which any number of live replicas may work. */
export class LiveLog {
  private readonly replicas: LiveReplica[] = [];

  private constructor(
    readonly log: TestLog,
    private readonly connections: Connections,
  ) {}

  static async open(): Promise<LiveLog> {
    const log = await openTestLog();
    await migrate(log.url, [authTables]);
    return new LiveLog(log, await openConnections(log.pool));
  }

  /** Somebody's cookie. */
  async person(role: Role = 'basic', id: string = randomUUID()): Promise<string> {
    const email = `${id}@feusa.local`;
    const at = new Date().toISOString();
    await this.log.pool.query(ACCOUNTS.UserRegistered, [id, email, email, role, at]);
    return `feusa_session=${await openPostgresSessions(this.connections).start(id)}`;
  }

  async append(planned: readonly Planned[]): Promise<number[]> {
    const events = planned.map(({ stream, version, event }) => sample(stream, version, event));
    const recorded = await append(this.log.store, events);
    return recorded.map(({ event }) => event.position);
  }

  /** `fast`: from how many changes on a topic is read again; else it never is. */
  async replica(fast: FastOptions = { most: Infinity }): Promise<LiveReplica> {
    const replica = await LiveReplica.open(this.log, this.connections, fast);
    this.replicas.push(replica);
    return replica;
  }

  async close(): Promise<void> {
    for (const replica of this.replicas) await replica.close();
    await this.log.close();
  }
}

/** One query service's sockets on a read model that is led through the log by hand. */
export class LiveReplica {
  private readonly sockets: Socket[] = [];
  private position = 0;
  private failing = 0;
  private turn: Promise<void> = Promise.resolve();

  private constructor(
    readonly model: ReadModel,
    readonly live: Live,
    readonly address: string,
  ) {}

  static async open(
    log: TestLog,
    connections: Connections,
    fast: FastOptions,
  ): Promise<LiveReplica> {
    const database = await ReadDatabase.open(log.url, { role: log.role });
    const model = new ReadModel(database, log.another());
    await model.open();
    const http = createServer();
    const live = new Live(http, {
      model,
      trail: openAuditTrail(log.pool),
      sessions: openPostgresSessions(connections),
      origin: { reachedAddress: true },
      trust: trustGiven(),
      log: pino({ level: 'silent' }),
      fast,
    });
    await once(http.listen(0, '127.0.0.1'), 'listening');
    const { port } = http.address() as AddressInfo;
    const replica = new LiveReplica(model, live, `http://127.0.0.1:${port}`);
    replica.position = await model.projector.checkpoint();
    replica.slowDown();
    return replica;
  }

  /** Projects the next events of the log, all or at most so many. */
  async step(most = 1000): Promise<boolean> {
    const events = await this.model.store.read(this.position, most);
    const last = events.at(-1);
    if (!last) return false;
    await this.project(events);
    this.position = last.position;
    return true;
  }

  /** The same in its turn, as often as it takes. */
  later(most?: number): Promise<void> {
    return (this.turn = this.turn.then(async () => {
      for (;;) {
        try {
          return void (await this.step(most));
        } catch {
          await this.beginAgain();
        }
      }
    }));
  }

  /** The next queries of the read model fail, every other one after it was done. */
  fail(queries: number): void {
    this.failing = queries;
  }

  private async beginAgain(): Promise<void> {
    for (;;) {
      try {
        this.position = await this.model.projector.checkpoint();
        return;
      } catch {
        // The database is still away.
      }
    }
  }

  /** The database takes its time, so that much else happens meanwhile. */
  private slowDown(): void {
    const { source } = this.model.database;
    const { master } = source.driver as unknown as { readonly master: Queryable };
    for (const each of [source as Queryable, master]) {
      const query = each.query.bind(each);
      each.query = async (...given: unknown[]) => {
        const failing = this.failing > 0 ? this.failing-- : 0;
        await sleep(1);
        if (failing % 2 === 1) throw new Error('the database is away');
        const answer = await query(...given);
        if (failing > 0) throw new Error('the answer is lost');
        return answer;
      };
    }
  }

  project(events: readonly StoredEvent[]): Promise<void> {
    return this.model.projector.handle(events);
  }

  async connect(cookie: string): Promise<Socket> {
    const socket = this.open(cookie);
    await new Promise<void>((settle, fail) =>
      socket.on('connect', settle).on('connect_error', fail),
    );
    return socket;
  }

  open(cookie: string): Socket {
    const socket = io(this.address, {
      forceNew: true,
      reconnection: false,
      transports: ['websocket'],
      extraHeaders: { cookie },
    });
    this.sockets.push(socket);
    return socket;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.disconnect();
    await this.live.close();
    await this.model.database.close();
  }
}
