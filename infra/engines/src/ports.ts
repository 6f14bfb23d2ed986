import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below the ports that systems give to clients: while an engine is down, none of its clients can be
 * given its port and, trying to connect, reach itself.
 */
const FIRST = 15_000;
const LAST = 32_000;

/**
 * A port that is free, and is given to nobody else before this process ends: whoever is to listen there may
 * come up late, and be away for a while. It is the lower one of a pair, whose upper one is held meanwhile.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + 2 * randomInt((LAST - FIRST) / 2);
    const holder = await listening(port + 1);
    if (!holder) continue;
    if (await isFree(port)) return port;
    holder.close();
  }
};

export const isFree = async (port: number): Promise<boolean> => {
  const server = await listening(port);
  if (!server) return false;
  await new Promise((end) => server.close(end));
  return true;
};

/** Keeps no process alive. Undefined where the port is taken. */
const listening = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy()).unref();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
