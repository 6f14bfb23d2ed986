import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

const PATIENCE = 2000;

/** Sends bytes to a port of this machine. @returns the first bytes of the answer, or none. Never rejects. */
export const ask = (
  port: number,
  question: Buffer | string,
  tls?: { readonly cert: Buffer; readonly key: Buffer },
): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const at = { port, host: '127.0.0.1' };
    const socket = tls ? connectTls({ ...at, ...tls, rejectUnauthorized: false }) : connect(at);
    const end = (answer?: Buffer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PATIENCE, end);
    socket.once(tls ? 'secureConnect' : 'connect', () => socket.write(question));
    socket.once('data', end);
    socket.once('error', () => end());
    socket.once('close', () => end());
  });

/** The status of a page of this machine, or none. Never rejects. */
export const statusOf = (url: string): Promise<number | undefined> =>
  fetch(url, { signal: AbortSignal.timeout(PATIENCE) }).then(
    async ({ status, body }) => (await body?.cancel(), status),
    () => undefined,
  );
