import type { Change } from '@feusa/contracts/live';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { ClientLog } from './client-log.js';
import { request } from './http.js';
import type { Client } from './sender.js';
import { pathOf, rowsOf, Screen, type Row } from './screen.js';
import { within } from '../until.js';

const ASK_AGAIN_MS = 500;
const OPENED_MS = 60_000;

export interface BrowserOptions {
  /** Of the page's own server. */
  readonly address: string;
  readonly person: Client;
  readonly topics: readonly string[];
  readonly log: ClientLog;
}

/** What a tab of the web application does: reads pages once, then follows changes from where they stood. */
export class Browser {
  readonly screens = new Map<string, Screen>();
  /** When the change at a position was on the screen first, ms since 1970. */
  readonly seen = new Map<number, number>();
  /** When changes came that belong to nobody who is signed in. */
  lastChangeAt = 0;
  signedOutAt = 0;
  cutAt = 0;
  private readonly socket: Socket;
  private closed = false;

  private constructor(private readonly options: BrowserOptions) {
    const { address, person } = options;
    this.socket = io(address, {
      forceNew: true,
      autoConnect: false,
      transports: ['websocket'],
      reconnectionDelayMax: 2000,
      extraHeaders: { cookie: person.cookie },
    });
    this.socket.on('connect', () => void this.watch());
    this.socket.on('change', (change: Change) => this.take(change));
    this.socket.on('resync', ({ topic }: { topic: string }) => void this.read(topic));
    this.socket.on('signed-out', () => (this.signedOutAt = Date.now()));
    this.socket.on('disconnect', () => {
      this.cutAt = Date.now();
      this.connectLater();
    });
    this.socket.on('connect_error', () => this.connectLater());
  }

  static async open(options: BrowserOptions): Promise<Browser> {
    const browser = new Browser(options);
    const opened = Promise.all(options.topics.map((topic) => browser.read(topic)));
    try {
      await within(`opening a screen at ${options.address}`, opened, { ms: OPENED_MS });
    } catch (fault) {
      browser.close();
      throw fault;
    }
    browser.socket.connect();
    return browser;
  }

  get connected(): boolean {
    return this.socket.connected;
  }

  /** Topics whose screen is not what the server would answer now, with how. */
  async differences(after: number): Promise<string[]> {
    const found = await Promise.all(
      [...this.screens].map(async ([topic, screen]) => {
        const rows = await this.rows(topic, `?after=${after}`);
        return rows ? screen.differences(rows.rows) : [`${topic}: cannot be read`];
      }),
    );
    return found.flat();
  }

  /** Changes that came twice or in the wrong order. */
  get disorder(): string[] {
    return [...this.screens.values()].flatMap((screen) => screen.disorder);
  }

  close(): void {
    this.closed = true;
    this.socket.disconnect();
  }

  private watch(): void {
    for (const [topic, screen] of this.screens) {
      const request = { topics: [topic], after: String(screen.position) };
      this.socket.emit('watch', request, (answer: { position?: string }) => {
        if (answer.position === undefined) void this.read(topic);
      });
    }
  }

  private take(change: Change): void {
    this.lastChangeAt = Date.now();
    const position = Number(change.position);
    if (!this.seen.has(position)) this.seen.set(position, Date.now());
    this.screens.get(change.topic)?.take(change);
  }

  private async read(topic: string): Promise<void> {
    while (!this.closed) {
      const page = await this.rows(topic, '');
      if (page) return void this.screens.set(topic, new Screen(topic, page.rows, page.position));
      await sleep(ASK_AGAIN_MS);
    }
  }

  private async rows(
    topic: string,
    query: string,
  ): Promise<{ rows: ReadonlyMap<string, Row>; position: number } | undefined> {
    const { address, person, log } = this.options;
    const reply = await request('GET', address + pathOf(topic) + query, { cookie: person.cookie });
    log.look(`GET ${pathOf(topic)}`, reply);
    if (reply.status !== 200) return undefined;
    return { rows: rowsOf(reply.body), position: Number(reply.body['position']) };
  }

  /** After a refusal socket.io does not try again by itself. */
  private connectLater(): void {
    if (this.closed || this.signedOutAt > 0 || this.socket.active) return;
    setTimeout(() => !this.closed && this.socket.connect(), ASK_AGAIN_MS);
  }
}
