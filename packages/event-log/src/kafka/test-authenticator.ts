import { openAuthenticator, type Authenticator } from './authenticator.js';

/** Of a log that no database has. */
export const testAuthenticator = (log = 'a log'): Promise<Authenticator> =>
  openAuthenticator(
    { query: () => Promise.resolve({ rows: [{ log }] }) } as never,
    Buffer.alloc(32, 7),
    'test.events',
  );
