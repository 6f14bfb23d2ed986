import { setTimeout as sleep } from 'node:timers/promises';
import { StartFault } from '@feusa/platform/start-fault';
import { canLogIn, loginBeside, makeLogin } from '@feusa/platform/postgres/login';
import { SERVICE_ROLE, serviceRoles, type ServiceRole } from '@feusa/platform/postgres/roles';
import { isPrepared, prepareDatabase } from './prepare-database.js';
import { inSession } from '@feusa/platform/postgres/session';

/** A database, by those who reach it. */
export interface DatabaseUrls {
  /** What services log in by; the owner's too where no other is given. */
  readonly url: string;
  /** Of the owner of the tables, who brings them to the newest schemas. */
  readonly ownerUrl?: string | undefined;
}

/** How services reach a database. */
export interface DatabaseAccess {
  readonly url: string;
  /** The role that they act as; undefined where its user may make none, and is the owner. */
  readonly role: ServiceRole | undefined;
}

const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 500;

/**
 * Brings a database to the newest schemas, where that is the caller's to do, and answers with how services
 * of a role reach it: by a login of their own, which owns nothing and can become nobody else.
 * @throws StartFault where the database is of another version, and the owner is not known here
 */
export async function openAccess(
  { url, ownerUrl }: DatabaseUrls,
  wanted: ServiceRole = SERVICE_ROLE,
): Promise<DatabaseAccess> {
  if (ownerUrl !== undefined) return givenLogin(url, ownerUrl, wanted);
  if (!(await isOwner(url))) return once(url, wanted);
  const role = nearest(wanted, await prepareDatabase(url));
  const login = role && loginBeside(url, role);
  if (!login) return { url, role };
  if (await canLogIn(login, role)) return { url: login, role };
  await makeLogin(url, login, role);
  // Where a proxy in front knows no other users, or the server lets no others in, the owner steps down.
  return { url: (await canLogIn(login, role)) ? login : url, role };
}

async function givenLogin(url: string, ownerUrl: string, wanted: ServiceRole) {
  const role = nearest(wanted, await prepareDatabase(ownerUrl));
  if (!role) throw new StartFault('The user of DATABASE_OWNER_URL may not make roles.');
  if (!(await canLogIn(url, role))) await makeLogin(ownerUrl, url, role);
  if (await isOwner(url))
    throw new StartFault(
      `The user ${new URL(url).username} owns the tables or may do everything: services need one of their own, which ` +
        'is made where it is missing.',
    );
  return { url, role };
}

/** An owner who may not make roles has those that somebody else has made. */
const nearest = (wanted: ServiceRole, there: readonly ServiceRole[]): ServiceRole | undefined =>
  there.includes(wanted) ? wanted : there[0];

/** Answers with the owner's address. @throws StartFault where this is not the owner's */
export async function addressOfOwner({ url, ownerUrl = url }: DatabaseUrls): Promise<string> {
  if (await isOwner(ownerUrl)) return ownerUrl;
  throw new StartFault('This is for the owner of the database: set DATABASE_OWNER_URL.');
}

/**
 * Brings a database to the newest schemas, and answers with the owner's address.
 * @throws StartFault where this is not the owner's
 */
export async function openAsOwner(urls: DatabaseUrls): Promise<string> {
  const ownerUrl = await addressOfOwner(urls);
  await prepareDatabase(ownerUrl);
  return ownerUrl;
}

const OWNS = `select u.rolsuper or pg_has_role(u.oid, d.datdba, 'member')
    or case when n.nspowner is null then not exists (
      select from pg_auth_members m join pg_roles g on g.oid = m.roleid
      where m.member = u.oid and g.rolname in (${serviceRoles.map((role) => `'${role}'`).join()})
    ) else pg_has_role(u.oid, n.nspowner, 'member') end as owns
  from pg_roles u join pg_database d on d.datname = current_database()
    left join pg_namespace n on n.nspname = 'log'
  where u.rolname = session_user`;

/** Whether this user owns the log, or the database where there is none yet. */
async function isOwner(url: string): Promise<boolean> {
  const { rows } = await inSession(url, (client) => client.query<{ owns: boolean }>(OWNS));
  return rows[0]?.owns ?? false;
}

/** Once somebody else has brought the database to this version. */
async function once(url: string, wanted: ServiceRole): Promise<DatabaseAccess> {
  const until = performance.now() + WAIT_MS;
  while (!(await isPrepared(url))) {
    if (performance.now() > until)
      throw new StartFault(
        'The database is not of this version: migrate it first, as its owner (DATABASE_OWNER_URL).',
      );
    await sleep(LOOK_EVERY_MS);
  }
  return { url, role: (await canLogIn(url, wanted)) ? wanted : SERVICE_ROLE };
}
