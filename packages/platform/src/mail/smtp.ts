import { mailBounds } from '@feusa/contracts/bounds';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { atMost } from '../at-most.js';
import { markOf } from '../telemetry/mark.js';
import type { Logger } from 'pino';
import { messageOf } from './message.js';
import type { Letter, Mail } from './port.js';

const WAITING = mailBounds.waiting.value;
const AT_ONCE = 2;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const CLOSING = 2 * SECOND;

export interface SmtpOptions {
  /** `smtp:` or `smtps:` address with the account, if any. */
  readonly url: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** How long to wait after each failure, in ms; after the last the letter is given up. */
  readonly pauses?: readonly number[];
  /** How long the mail server may take for one letter, ms. */
  readonly withinMs?: number;
}

const backOff = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE];

/** Sends by SMTP in the background. At most 1,000 letters wait, in memory only. */
export function openSmtp({
  url,
  log,
  pauses = backOff,
  withinMs = mailBounds.time.value,
}: SmtpOptions): Mail {
  const options = {
    url,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    requireTLS: insistsOnTls(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const from = senderOf(url);
  const underWay = new Set<Promise<void>>();
  const sockets = new Set<Socket>();
  const closing = new AbortController();
  let isClosed = false;
  const inTurn = atMost(AT_ONCE, WAITING);

  /** By a connection of its own: the library knows how long a server is silent, not how long it takes in all. */
  async function hand(to: string, raw: string): Promise<void> {
    if (isClosed) throw new Error('the product has ended');
    const socket = new Socket();
    sockets.add(socket);
    const late = new Error(`the mail server took longer than ${withinMs / SECOND} s`);
    const timer = setTimeout(() => socket.destroy(late), withinMs);
    try {
      await createTransport({ ...options, socket }).sendMail({ envelope: { from, to }, raw });
    } finally {
      clearTimeout(timer);
      socket.destroy();
      sockets.delete(socket);
    }
  }

  async function deliver(letter: Letter): Promise<void> {
    const raw = messageOf(letter, from);
    for (const pause of [...pauses, undefined]) {
      try {
        await inTurn(() => hand(letter.to, raw));
        return log.info({ to: markOf(letter.to) }, 'mail sent');
      } catch (err) {
        if (pause === undefined || isFinal(err)) throw err;
        log.warn({ err, to: markOf(letter.to), pause }, 'mail not sent yet');
        await wait(pause, undefined, { signal: closing.signal });
      }
    }
  }

  return {
    // Nothing is kept of what was handed on.
    forget: async () => undefined,

    async send(letter) {
      if (underWay.size >= WAITING || closing.signal.aborted) {
        return log.error({ to: markOf(letter.to) }, 'mail given up: too much is waiting');
      }
      const delivery = deliver(letter)
        .catch((err: unknown) => log.error({ err, to: markOf(letter.to) }, 'mail given up'))
        .finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    async close() {
      closing.abort();
      await Promise.race([Promise.allSettled(underWay), wait(CLOSING, undefined, { ref: false })]);
      isClosed = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Letters hold links that open accounts: they go in clear on this machine only, or where the address allows it. */
function insistsOnTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const wanted = searchParams.get('requireTLS');
  return wanted === null ? !LOOPBACK.test(hostname) : wanted !== 'false';
}

/** A server that says 5xx will say so again. */
const isFinal = (fault: unknown) => ((fault as { responseCode?: number }).responseCode ?? 0) >= 500;

/** The account's own address where it is one, since many servers take mail from no other. */
function senderOf(url: string): string {
  const { username, hostname } = new URL(url);
  const account = decodeURIComponent(username);
  return account.includes('@') ? account : `intranet@${hostname.replace(/^(smtp|mail)\./, '')}`;
}
