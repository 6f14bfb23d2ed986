import { testSecrets } from '@feusa/privacy/subject-keys/test-keys';
import { openAuthenticator, type Authenticator } from './authenticator.js';

/** Of a log that no database has. */
export const testAuthenticator = (log = 'a log'): Promise<Authenticator> =>
  openAuthenticator(
    { query: () => Promise.resolve({ rows: [{ log }] }) } as never,
    testSecrets,
    'test.events',
  );
