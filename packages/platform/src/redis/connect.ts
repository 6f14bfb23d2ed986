import { setTimeout as pause } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import { StandaloneConnector } from 'ioredis/built/connectors/index.js';
import type { RedisConnection } from './port.js';

/**
 * ioredis hears the first fault of a socket. TLS can tell of a second one, as where the server objects to
 * a connection that was given up for its certificate; unheard, that would end the process.
 */
class Connector extends StandaloneConnector {
  override async connect(emit: (type: string, fault: Error) => void) {
    const stream = await super.connect(emit);
    stream.on('error', () => undefined);
    return stream;
  }
}

const ANSWER_MS = 500;
const FIRST_CONNECT_MS = 1000;

export interface RedisAddress {
  /** `redis://` or `rediss://`, with a name and password where Redis wants them. */
  readonly url: string;
  /** Whom the server's certificate may be of, in PEM; without it, who Node.js trusts. */
  readonly ca?: string | undefined;
}

/** How a client connects to Redis there. */
export const connectionTo = ({ url, ca }: RedisAddress) => ({
  Connector: Connector as NonNullable<RedisOptions['Connector']>,
  ...(url.startsWith('rediss:') && ca && { tls: { ca } }),
});

/**
 * Connects and goes on doing so for ever. Resolves when connected, or
 * after 1 s without: Redis is optional.
 */
export async function openRedis(
  given: RedisAddress | string,
  log: Logger,
): Promise<RedisConnection> {
  const address = typeof given === 'string' ? { url: given } : given;
  const closed = new AbortController();
  const links: Link[] = [];
  const open = async (blockMs: number): Promise<Redis> => {
    const connection = blockMs ? 'blocking' : 'commands';
    const client = new Redis(address.url, { ...optionsFor(blockMs), ...connectionTo(address) });
    const link = watch(client, closed.signal, log.child({ connection }));
    links.push(link);
    await firstConnect(client);
    return client;
  };
  return {
    client: await open(0),
    blocking: open,
    state: () => links.map(({ state }) => state()).find((state) => state !== 'ok') ?? 'ok',
    closing: closed.signal,
    close() {
      closed.abort();
      for (const link of links) link.client.disconnect();
    },
  };
}

interface Link {
  readonly client: Redis;
  state(): string;
}

/** Says when Redis goes away and when it comes back, once each. */
function watch(client: Redis, closing: AbortSignal, log: Logger): Link {
  let fault: string | undefined;
  client.on('error', (err: Error) => {
    if (fault === undefined) log.warn({ err }, 'Redis is away');
    fault = err.message || String(err);
  });
  client.on('close', () => {
    if (fault === undefined && !closing.aborted) log.warn('Redis is away');
    fault ??= 'connection closed';
  });
  client.on('ready', () => {
    if (fault !== undefined) log.info('Redis is back');
    fault = undefined;
  });
  return { client, state: () => (client.status === 'ready' ? 'ok' : (fault ?? client.status)) };
}

/**
 * Nothing is queued for a connection that is away or sent again on the next one, and a connection that
 * owes an answer for too long is given up: a frozen server is away, too.
 */
function optionsFor(blockMs: number): RedisOptions {
  return {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: blockMs + ANSWER_MS,
    socketTimeout: blockMs + ANSWER_MS,
    connectTimeout: 1000,
    disconnectTimeout: ANSWER_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
    maxLoadingRetryTime: 1000,
    keepAlive: 10_000,
    disableClientInfo: true,
  };
}

async function firstConnect(client: Redis): Promise<void> {
  const ready = new Promise<void>((resolve) => client.once('ready', resolve));
  const done = new AbortController();
  const enough = pause(FIRST_CONNECT_MS, undefined, { signal: done.signal }).catch(() => undefined);
  await Promise.race([ready, enough]);
  done.abort();
}
