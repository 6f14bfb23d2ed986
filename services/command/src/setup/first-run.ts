import { randomInt } from 'node:crypto';
import type { Ports } from '@feusa/profiles/ports';
import { hashPassword, verifyPassword } from '@feusa/identity/passwords/hashing';
import { passwordFault } from '@feusa/identity/passwords/policy';
import { Refusal } from '@feusa/contracts/refusals';
import type { CommandBus } from '@nestjs/cqrs';
import { changeOf } from '../bus/write-side.js';
import { SYSTEM } from '../feature.js';
import { securityLog } from '../session/security-log.js';
import { TEAM_PASSWORD } from '../session/team-password.js';

/** How to sign in, by what the sign-in form calls it. What came from the environment is only named. */
export type FirstRun = Readonly<Record<string, string>>;

type SetUpPorts = Pick<Ports, 'config' | 'credentials' | 'store' | 'log' | 'logGuard'>;

const ADMIN_EMAIL = 'admin@feusa.local';

/**
 * Makes sure that there are a team password and an administrator who can sign in: from the environment,
 * else made up. Only hashes are stored, so what is made up is answered here and never again; undefined
 * where everything was there. A team password in the environment that differs replaces the stored one.
 * Safe to run again after a crash and in several processes at once.
 */
export async function firstRun(ports: SetUpPorts, bus: CommandBus): Promise<FirstRun | undefined> {
  const team = await setTeamPassword(ports);
  const admin = await addFirstAdmin(ports, bus);
  return team || admin ? { ...team, ...admin } : undefined;
}

async function setTeamPassword({
  config,
  credentials,
  log,
}: SetUpPorts): Promise<FirstRun | undefined> {
  const given = config.FEUSA_TEAM_PASSWORD;
  const stored = await credentials.secret(TEAM_PASSWORD);
  if (stored === undefined) {
    const made = given ?? newPassword(3);
    const hash = await hashPassword(made);
    if ((await credentials.keepSecret(TEAM_PASSWORD, hash)) !== hash) return undefined;
    return { 'Team password': given ? 'the one in FEUSA_TEAM_PASSWORD' : made };
  }
  if (given !== undefined && !(await verifyPassword(stored, given))) {
    await credentials.putSecret(TEAM_PASSWORD, await hashPassword(given));
    securityLog(log)('team password changed', { reason: 'FEUSA_TEAM_PASSWORD' });
  }
  return undefined;
}

async function addFirstAdmin(ports: SetUpPorts, bus: CommandBus): Promise<FirstRun | undefined> {
  const { config, credentials, log } = ports;
  if (await credentials.anyWithRole('admin')) return undefined;
  if (ports.logGuard.fault !== undefined) return undefined;
  const given = config.FEUSA_ADMIN_PASSWORD;
  const password = given ?? newPassword(4);
  const admin = await registeredAdmin(ports, bus);
  const rule = { min: config.FEUSA_PASSWORD_MIN, email: admin.email };
  const fault = given && (await passwordFault(given, rule));
  if (fault) log.warn(`FEUSA_ADMIN_PASSWORD: ${fault}`);
  if (!(await credentials.putFirst(admin.id, await hashPassword(password)))) return undefined;
  return {
    'E-mail address': admin.email,
    Password: given ? 'the one in FEUSA_ADMIN_PASSWORD' : password,
  };
}

/** The first administrator, who may be there already without a password, from a start that was cut off. */
async function registeredAdmin(
  { config, store }: SetUpPorts,
  bus: CommandBus,
): Promise<{ id: string; email: string }> {
  const present = async () => (await store.adminsAnd([]))[0];
  const admin = await present();
  if (admin) return admin;
  const email = config.FEUSA_ADMIN_EMAIL ?? ADMIN_EMAIL;
  const body = { email, password: '', teamPassword: undefined };
  try {
    const command = { name: 'register-user', body } as const;
    const { id } = await bus.execute(changeOf({ command, by: SYSTEM, correlationId: 'first-run' }));
    return { id, email };
  } catch (fault) {
    const other = fault instanceof Refusal ? await present() : undefined;
    if (other) return other;
    throw fault;
  }
}

/** 31 characters that are not mistaken for each other when they are read aloud or typed. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 5;

/** A random password of groups of five, such as `k4wte-9hmrq-xz2cn`; some 24 bits a group. */
const newPassword = (groups: number): string => Array.from({ length: groups }, newGroup).join('-');

const newGroup = () =>
  Array.from({ length: LENGTH }, () => letters[randomInt(letters.length)]).join('');
