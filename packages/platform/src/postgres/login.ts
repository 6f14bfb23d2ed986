import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { MADE_MEANWHILE, SERVICE_ROLE, type ServiceRole } from './roles.js';
import { inSession } from './session.js';

const TRIES = 5;
const ROUNDS = 4096;

/** The name of the login that services of this role have in a database of this name. */
export const loginNameOf = (database: string, role: ServiceRole = SERVICE_ROLE): string =>
  `feusa_login_${createHash('sha256').update(database).digest('hex').slice(0, 12)}${suffixOf(role)}`;

/** Names and passwords of before stay as they are. */
const suffixOf = (role: ServiceRole) => (role === SERVICE_ROLE ? '' : role.replace('feusa', ''));

/**
 * What services log in by where only the owner's address is known. Whoever knows that one finds the same, and
 * nobody finds it the other way round. Undefined where the owner needs no password.
 */
export function loginBeside(ownerUrl: string, role: ServiceRole): string | undefined {
  const url = new URL(ownerUrl);
  if (!url.password) return undefined;
  const database = decodeURIComponent(url.pathname.slice(1));
  const secret = createHmac('sha256', decodeURIComponent(url.password));
  url.password = secret.update(`feusa login ${database}${suffixOf(role)}`).digest('hex');
  url.username = loginNameOf(database, role);
  return url.href;
}

/** No such login, another password, not let in, or not the role: what a login that is made anew may mend. */
const REFUSED = /^(28...|42501|42704|22023|08P01)$/;

/** Whether services can log in so, and act as this role. @throws where the server cannot be asked */
export async function canLogIn(url: string, role: ServiceRole): Promise<boolean> {
  const options = `-c role=${role}`;
  return inSession(url, () => Promise.resolve(true), options).catch((fault: { code?: string }) => {
    if (REFUSED.test(fault.code ?? '')) return false;
    throw fault;
  });
}

/** Makes the login, or gives it this password and this role. `ownerUrl` may make roles. */
export async function makeLogin(
  ownerUrl: string,
  loginUrl: string,
  role: ServiceRole,
): Promise<void> {
  const { username, password } = new URL(loginUrl);
  const login = {
    name: decodeURIComponent(username),
    password: decodeURIComponent(password),
    role,
  };
  await inSession(ownerUrl, (client) => setLogin(client, login));
}

interface Login {
  readonly name: string;
  readonly password: string;
  readonly role: ServiceRole;
}

async function setLogin(client: pg.Client, login: Login, tries = TRIES) {
  const { name, password, role } = login;
  const verifier = password && scramOf(password);
  const text = `select format('create role %I login', $1::text) as make,
      format('alter role %I login password %L', $1::text, $2::text) as change,
      format('grant ${role} to %I', $1::text) as permit,
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
    await setLogin(client, login, tries - 1);
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
