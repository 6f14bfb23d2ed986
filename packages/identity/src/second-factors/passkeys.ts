import { randomUUID } from 'node:crypto';
import { secondFactorBounds } from '@feusa/contracts/second-factor-bounds';
import { refuse } from '@feusa/contracts/refusals';
import type { AddedPasskey } from '@feusa/contracts/second-factors';
import type { Connections } from '@feusa/platform/postgres/source';
import type { EntityManager } from 'typeorm';
import { attemptsIn } from './attempts.js';
import { StoredPasskey, StoredRecoveryCode } from './entities.js';
import { holding, viewOf } from './held.js';
import type { ChallengePurpose, PasskeyContext, Passkeys } from './port.js';
import { renewCodes } from './recovery-codes.js';
import { ADD_CHALLENGE, ADD_PASSKEY, TAKE_CHALLENGE, USE_PASSKEY } from './statements.js';
import {
  challengeIn,
  counterOf,
  creationOptions,
  newKeyOf,
  partyOf,
  requestOptions,
  type Expected,
  type NewKey,
} from './webauthn.js';

const MOST = secondFactorBounds.passkeys.value;
const bytesOf = (base64url: string) => Buffer.from(base64url, 'base64url');

/** In schema `auth`; `pool` belongs to the caller. */
export function openPasskeys({ pool, source }: Connections): Passkeys {
  const passkeys = source.getRepository(StoredPasskey);
  const attempts = attemptsIn(pool);
  const changes = async (text: string, values: unknown[]) =>
    ((await pool.query(text, values)).rowCount ?? 0) > 0;
  const keep = async (userId: string, challenge: string, purpose: ChallengePurpose) => {
    await pool.query(ADD_CHALLENGE, [userId, bytesOf(challenge), purpose]);
  };

  /** What an answer is held against; its challenge is used up. Undefined where it was not made for this. */
  async function expectedOf(
    { userId, origin }: PasskeyContext,
    clientData: string,
    purpose: ChallengePurpose,
  ): Promise<Expected | undefined> {
    const party = partyOf(origin);
    const challenge = await challengeIn(clientData);
    if (party === undefined || challenge === undefined) return undefined;
    const isOurs = await changes(TAKE_CHALLENGE, [userId, bytesOf(challenge), purpose]);
    return isOurs ? { origin, party, challenge } : undefined;
  }

  return {
    async setUp({ userId, origin }, email) {
      const party = partyOf(origin) ?? refuse('passkey/no-name');
      const keys = await passkeys.findBy({ userId });
      if (keys.length >= MOST) refuse('passkey/too-many');
      const options = await creationOptions(party, { userId, email }, keys);
      await keep(userId, options.challenge, 'set-up');
      return options;
    },

    async add(context, { name, answer }) {
      const { userId } = context;
      const expected = await expectedOf(context, answer.response.clientDataJSON, 'set-up');
      const key = expected && (await newKeyOf(answer, expected));
      if (!key) return refuse('passkey/not-added');
      const added = await holding(source, userId, async (within, { hasTotp }) => {
        const before = await within.countBy(StoredPasskey, { userId });
        if (before >= MOST) refuse('passkey/too-many');
        const passkey = await store(within, { userId, name, key });
        if (hasTotp || before > 0) return passkey;
        return { ...passkey, recoveryCodes: await renewCodes(within, userId) };
      });
      return added || refuse('user/not-found');
    },

    async ask({ userId, origin }, purpose) {
      const party = partyOf(origin);
      const keys = party === undefined ? [] : await passkeys.findBy({ userId });
      if (party === undefined || keys.length === 0) return undefined;
      const options = await requestOptions(party, keys);
      await keep(userId, options.challenge, purpose);
      return options;
    },

    async use(context, answer, purpose) {
      const { userId } = context;
      if (!(await attempts.take(userId))) return undefined;
      const expected = await expectedOf(context, answer.response.clientDataJSON, purpose);
      const key = await passkeys.findOneBy({ userId, credentialId: bytesOf(answer.id) });
      const counter = expected && key && (await counterOf(key, answer, expected));
      if (!key || counter === undefined || counter === null) return undefined;
      return (await changes(USE_PASSKEY, [userId, key.id, counter])) ? 'passkey' : 'copied';
    },

    remove: (userId, id) =>
      holding(source, userId, async (within, { hasTotp }) => {
        const { affected } = await within.delete(StoredPasskey, { userId, id });
        const isLast = !hasTotp && !(await within.existsBy(StoredPasskey, { userId }));
        if (isLast) await within.delete(StoredRecoveryCode, { userId });
        return (affected ?? 0) > 0;
      }),
  };
}

interface Stored {
  readonly userId: string;
  readonly name: string;
  readonly key: NewKey;
}

async function store(within: EntityManager, { userId, name, key }: Stored): Promise<AddedPasskey> {
  const { credentialId, publicKey, counter, transports } = key;
  const id = randomUUID();
  await within.query(ADD_PASSKEY, [id, userId, credentialId, publicKey, counter, transports, name]);
  const stored = await within.findOneBy(StoredPasskey, { id });
  return viewOf(stored ?? refuse('passkey/already'));
}
