import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { MADE_MEANWHILE, SERVICE_ROLE } from './migrate.js';
import { inSession } from './session.js';

const TRIES = 5;
const ROUNDS = 4096;

/** The name of the login that services have in a database of this name. */
export const loginNameOf = (database: string): string =>
  `feusa_login_${createHash('sha256').update(database).digest('hex').slice(0, 12)}`;

/**
 * What services log in by where only the owner's address is known. Whoever knows that one finds the same, and
 * nobody finds it the other way round. Undefined where the owner needs no password.
 */
export function loginBeside(ownerUrl: string): string | undefined {
  const url = new URL(ownerUrl);
  if (!url.password) return undefined;
  const database = decodeURIComponent(url.pathname.slice(1));
  const secret = createHmac('sha256', decodeURIComponent(url.password));
  url.password = secret.update(`feusa login ${database}`).digest('hex');
  url.username = loginNameOf(database);
  return url.href;
}

/** No such login, another password, not let in, or not the role: what a login that is made anew may mend. */
const REFUSED = /^(28...|42501|42704|22023|08P01)$/;

/** Whether services can log in so, and act as their role. @throws where the server cannot be asked */
export async function canLogIn(url: string): Promise<boolean> {
  const options = `-c role=${SERVICE_ROLE}`;
  return inSession(url, () => Promise.resolve(true), options).catch((fault: { code?: string }) => {
    if (REFUSED.test(fault.code ?? '')) return false;
    throw fault;
  });
}

/** Makes the login, or gives it this password and the role of the services. `ownerUrl` may make roles. */
export async function makeLogin(ownerUrl: string, loginUrl: string): Promise<void> {
  const { username, password } = new URL(loginUrl);
  await inSession(ownerUrl, (client) =>
    setLogin(client, decodeURIComponent(username), decodeURIComponent(password)),
  );
}

async function setLogin(client: pg.Client, name: string, password: string, tries = TRIES) {
  const verifier = password && scramOf(password);
  const text = `select format('create role %I login', $1::text) as make,
      format('alter role %I login password %L', $1::text, $2::text) as change,
      format('grant ${SERVICE_ROLE} to %I', $1::text) as permit,
      exists (select from pg_roles where rolname = $1) as there`;
  const { rows } = await client.query<Statements>(text, [name, verifier]);
  const { make, change, permit, there } = rows[0]!;
  try {
    if (!there) await client.query(make);
    if (verifier) await client.query(change);
    await client.query(permit);
  } catch (fault) {
    const { code = '' } = fault as { code?: string };
    if (tries === 0 || !MADE_MEANWHILE.includes(code)) throw fault;
    await setLogin(client, name, password, tries - 1);
  }
}

interface Statements {
  readonly make: string;
  readonly change: string;
  readonly permit: string;
  readonly there: boolean;
}

/** What PostgreSQL keeps of a password (RFC 5803), so that the password itself is in no statement. */
function scramOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ROUNDS, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const server = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${server}`;
}
