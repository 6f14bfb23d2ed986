import type { Connections } from '@feusa/platform/postgres/source';
import { tokenHash } from '../sessions/token.js';
import { StoredSubject } from './entities.js';
import type { SsoSubject } from './port.js';

/** Whose an account is at the provider: an e-mail address may be given to somebody else there. */
export interface SsoSubjects {
  /** The account that is this person's. */
  accountOf(subject: SsoSubject): Promise<string | undefined>;
  /** Whether it is this person's, or nobody's yet. */
  mayOpen(userId: string, subject: SsoSubject): Promise<boolean>;
  /** Makes it this person's where it is nobody's and they have none; whether it is theirs now, of all who ask at once. */
  bind(userId: string, subject: SsoSubject): Promise<boolean>;
  /** Makes it nobody's; whether it was somebody's. */
  release(userId: string): Promise<boolean>;
  /** The accounts that are somebody's. */
  users(): Promise<ReadonlySet<string>>;
}

/** In schema `auth`; a row goes with its account. */
export function openSsoSubjects({ source }: Pick<Connections, 'source'>): SsoSubjects {
  const rows = source.getRepository(StoredSubject);
  const isTheirs = async (userId: string, { issuer, subject }: SsoSubject, otherwise: boolean) => {
    const row = await rows.findOneBy({ userId, issuer });
    return row ? tokenHash(subject).equals(row.subjectHash) : otherwise;
  };
  return {
    async accountOf({ issuer, subject }) {
      const row = await rows.findOneBy({ issuer, subjectHash: tokenHash(subject) });
      return row?.userId;
    },
    mayOpen: (userId, subject) => isTheirs(userId, subject, true),
    async bind(userId, subject) {
      const { issuer } = subject;
      const values = { userId, issuer, subjectHash: tokenHash(subject.subject) };
      await rows.createQueryBuilder().insert().values(values).orIgnore().execute();
      return isTheirs(userId, subject, false);
    },
    async release(userId) {
      const { affected } = await rows.delete({ userId });
      return affected !== 0;
    },
    async users() {
      const found = await rows.find({ select: { userId: true, issuer: true } });
      return new Set(found.map(({ userId }) => userId));
    },
  };
}
