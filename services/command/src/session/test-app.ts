import { LOG_GUARD } from '@feusa/transparency/guard/port';
import type { Config } from '@feusa/profiles/config';
import { EVENT_STORE, type RecordedEvent } from '@feusa/event-log/store/port';
import type { Letter } from '@feusa/platform/mail/port';
import type { Ports } from '@feusa/profiles/ports';
import { openTestDatabase } from '@feusa/identity/sessions/test-database';
import { AccessGuard } from '@feusa/http/access';
import { createHttpApp } from '@feusa/http/server';
import { APP_GUARD } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { busModule } from '@feusa/http/cqrs';
import { CommandBus } from '@nestjs/cqrs';
import { writeSide } from '../bus/write-side.js';
import { COMMAND_SECRETS, CommandDoor, CommandsController } from '../command-door.js';
import { IdempotencySecrets } from '../idempotency-secrets.js';
import { tableOf } from '../feature.js';
import { usersFeature } from '../features/users.js';
import { firstRun } from '../setup/first-run.js';
import { REGISTRATION, registration } from './registration.js';
import { sessionModule } from './session.module.js';
import { testPorts } from './test-ports.js';

export const TEAM = 'the team rides out';
export const ADMIN = { email: 'admin@feusa.local', password: 'a tall crane 7' };
export const PERSON = { email: 'ann@feusa.local', password: 'plum tree in may' };

export interface TestRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The session token to send. */
  readonly token?: string | undefined;
  /** The network address to come from; each test has one of its own. */
  readonly from?: string;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown>;
  /** The token in the session cookie, if one was set. */
  readonly token: string | undefined;
}

/** Sign-in, users and their commands over HTTP, on a database of their own, with one of each role. */
export class TestApp {
  private hosts = 0;

  private constructor(
    readonly app: NestFastifyApplication,
    private readonly outside: ReturnType<typeof testPorts>,
    private readonly closeDatabase: () => Promise<void>,
  ) {}

  get ports(): Ports {
    return this.outside.ports;
  }

  /** Every log line so far, as JSON text. */
  get lines(): readonly string[] {
    return this.outside.lines;
  }

  /** Those among them that are of the security log. */
  get securityLines(): readonly string[] {
    return this.lines.filter((line) => line.includes('"security":true'));
  }

  get letters(): readonly Letter[] {
    return this.outside.letters;
  }

  static async open(settings: Partial<Config> = {}): Promise<TestApp> {
    const database = await openTestDatabase();
    const { ports, lines, letters } = testPorts(database, {
      FEUSA_TEAM_PASSWORD: TEAM,
      FEUSA_ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    });
    const registering = registration(ports);
    const features = tableOf([usersFeature(registering.prepare)]);
    const origin = { publicUrl: ports.config.FEUSA_PUBLIC_URL, reachedAddress: true };
    const idempotency = new IdempotencySecrets('secret');
    const app = await createHttpApp(
      {
        module: class {},
        imports: [busModule(ports.log), sessionModule(ports, idempotency)],
        controllers: [CommandsController],
        providers: [
          ...writeSide({ store: ports.store, features }),
          CommandDoor,
          { provide: EVENT_STORE, useValue: ports.store },
          { provide: REGISTRATION, useValue: registering },
          {
            provide: COMMAND_SECRETS,
            useValue: {
              idempotency,
              webhook: () => Promise.resolve('none'),
            },
          },
          { provide: LOG_GUARD, useValue: ports.logGuard },
          { provide: APP_GUARD, useFactory: () => new AccessGuard(ports.sessions, ports.tokens) },
        ],
      },
      { origin, log: ports.log },
    );
    await app.init();
    await firstRun(ports, app.get(CommandBus));
    await app.getHttpAdapter().getInstance().ready();
    return new TestApp(app, { ports, lines, letters }, () => database.close());
  }

  newAddress(): string {
    this.hosts += 1;
    return `10.1.${this.hosts >> 8}.${this.hosts & 255}`;
  }

  async ask(
    url: string,
    { method = 'GET', body, headers, token, from }: TestRequest = {},
  ): Promise<TestResponse> {
    const response = await this.app.inject({
      method,
      url,
      remoteAddress: from ?? this.newAddress(),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { cookie: `feusa_session=${token}` }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    const cookie = String(response.headers['set-cookie'] ?? '');
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      body: response.body ? response.json() : {},
      token: /feusa_session=([^;]+)/.exec(cookie)?.[1],
    };
  }

  post(url: string, body: unknown, ask: TestRequest = {}): Promise<TestResponse> {
    return this.ask(url, { ...ask, method: 'POST', body });
  }

  signIn(
    { email, password, teamPassword = TEAM }: typeof ADMIN & { teamPassword?: unknown },
    ask?: TestRequest,
  ): Promise<TestResponse> {
    return this.post('/api/session', { email, password, teamPassword }, ask);
  }

  /** A token of the administrator, stepped up. */
  async admin(): Promise<string> {
    const token = (await this.signIn(ADMIN)).token ?? '';
    await this.post('/api/step-up', { password: ADMIN.password }, { token });
    return token;
  }

  register(body: object, token: string): Promise<TestResponse> {
    return this.post('/api/commands/register-user', { teamPassword: TEAM, ...body }, { token });
  }

  events(): Promise<RecordedEvent[]> {
    return this.ports.store.readRecorded(0, 1000);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.closeDatabase();
  }
}
