import { normalEmail } from '@feusa/contracts/text';
import type { SessionUser } from '@feusa/contracts/users';
import { type EntityTarget, IsNull, Like, type ObjectLiteral, Raw } from 'typeorm';
import type { Connections } from '@feusa/platform/postgres/source';
import { Account, Credential, Reset, Secret } from '../sessions/entities.js';
import { isToken, newToken, tokenHash } from '../sessions/token.js';
import type { Credentials } from './port.js';
import { isLive, RESET_TIME, SWEEP, USE_RESET } from './statements.js';

/** Credentials in schema `auth`; `pool` belongs to the caller. */
export function openPostgresCredentials({ pool, source }: Connections): Credentials {
  const [accounts, credentials, resets, secrets] = [
    source.getRepository(Account),
    source.getRepository(Credential),
    source.getRepository(Reset),
    source.getRepository(Secret),
  ];
  /** Leaves what is there already; whether it was the first. */
  const insertFirst = async <T extends ObjectLiteral>(entity: EntityTarget<T>, values: object) => {
    const insert = source.createQueryBuilder().insert().into(entity).values(values).orIgnore();
    const { raw } = await insert.returning('*').execute();
    return (raw as unknown[]).length === 1;
  };
  const secret = async (name: string) => (await secrets.findOneBy({ name }))?.value;

  return {
    async find(email) {
      // One statement: `findOne` would ask for the id first.
      const [account] = await accounts.find({
        where: { normalEmail: normalEmail(email), suspended: false },
        relations: { credential: true },
      });
      return account && { user: userOf(account), hash: account.credential?.passwordHash };
    },

    async put(userId, passwordHash) {
      // First, so that no link sets another one afterwards.
      await resets.delete({ userId });
      await credentials.upsert({ userId, passwordHash }, ['userId']);
    },

    putFirst: (userId, passwordHash) => insertFirst(Credential, { userId, passwordHash }),

    anyWithRole: (role) => credentials.existsBy({ account: { role } }),

    has: (userId) => credentials.existsBy({ userId }),

    async usersWithout() {
      const none = { credential: { userId: IsNull() } };
      const found = await accounts.find({ where: none, select: { id: true } });
      return new Set(found.map(({ id }) => id));
    },

    async startReset(userId) {
      const token = newToken();
      const expiresAt = () => `now() + ${RESET_TIME}`;
      await resets.insert({ tokenHash: tokenHash(token), userId, expiresAt });
      return token;
    },

    async findReset(token) {
      if (!isToken(token)) return undefined;
      const [reset] = await resets.find({
        where: {
          tokenHash: tokenHash(token),
          expiresAt: Raw(isLive),
          account: { suspended: false },
        },
        relations: { account: true },
      });
      return reset?.account ? userOf(reset.account) : undefined;
    },

    async useReset(token, hash) {
      const { rows } = await pool.query<{ id: string }>(USE_RESET, [tokenHash(token), hash]);
      return rows[0]?.id;
    },

    secret,

    async secretsNamed(beginning) {
      const found = await secrets.findBy({ name: Like(`${beginning}%`) });
      return Object.fromEntries(found.map(({ name, value }) => [name, value]));
    },

    async putSecret(name, value) {
      await secrets.upsert({ name, value }, ['name']);
    },

    async keepSecret(name, value) {
      await insertFirst(Secret, { name, value });
      return (await secret(name)) ?? value;
    },

    async sweep() {
      for (const statement of SWEEP) await pool.query(statement);
    },
  };
}

const userOf = ({ id, email, role }: Account): SessionUser => ({ id, email, role });
