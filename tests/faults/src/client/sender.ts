import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { settles, type ClientLog, type ClientCommand, type Sent } from './client-log.js';
import { request, type Reply } from './http.js';

const PAUSE_MS = 250;
/** Beyond this a client gives up and never learns what became of its command. */
const INSISTS_MS = 90_000;

export interface Client {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
}

export interface SendOptions {
  readonly as: Client;
  /** Tries again with the same key until the command is settled; default true. */
  readonly insists?: boolean;
}

/** Sends commands as a good client does: one key each, and again with it for as long as nothing is known. */
export class Sender {
  constructor(
    readonly address: string,
    readonly log: ClientLog,
  ) {}

  async send(order: ClientCommand, { as, insists = true }: SendOptions): Promise<Sent> {
    const sent = this.log.begin(order, randomUUID(), as.cookie);
    const until = Date.now() + INSISTS_MS;
    while (!this.log.took(sent, await this.attempt(sent)) && insists && Date.now() < until) {
      await sleep(PAUSE_MS);
    }
    return sent;
  }

  /** One more try of a command that was sent before, with its own key. */
  attempt({ name, body, key, cookie }: Sent): Promise<Reply> {
    return request('POST', `${this.address}/api/commands/${name}`, { cookie, body, key });
  }

  /** Asks again for what is settled already, as long as nothing is said of it. */
  async again(sent: Sent): Promise<Reply> {
    const until = Date.now() + INSISTS_MS;
    for (;;) {
      const reply = await this.attempt(sent);
      this.log.look(`again ${sent.name}`, reply);
      if (settles(reply) || Date.now() > until) return reply;
      await sleep(PAUSE_MS);
    }
  }

  /** The same client, but asking at another address. */
  at(address: string): Sender {
    return new Sender(address, this.log);
  }
}
