import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { letterOf } from './message.js';
import type { Letter } from './port.js';

/** A real SMTP server on a free port of this machine; `recipients` as the envelopes named them. */
export async function openMailServer(options: SMTPServerOptions = {}) {
  const letters: Letter[] = [];
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      const taken = (message: string) => {
        letters.push(letterOf(message));
        done();
      };
      // Whoever goes away in the middle has sent nothing.
      text(stream).then(taken, () => undefined);
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((done) => server.close(() => done()));
  return { url: `smtp://127.0.0.1:${port}`, port, letters, recipients, close };
}
