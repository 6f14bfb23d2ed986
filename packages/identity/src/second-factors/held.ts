import type { PasskeyView } from '@feusa/contracts/second-factors';
import type { DataSource, EntityManager, Repository } from 'typeorm';
import type { StoredPasskey } from './entities.js';
import { HOLD } from './statements.js';

interface Held {
  readonly hasTotp: boolean;
}

/** Work on what somebody has, while nobody else changes it; false for an account that is not there. */
export const holding = <T>(
  source: DataSource,
  userId: string,
  work: (within: EntityManager, held: Held) => Promise<T>,
): Promise<T | false> =>
  source.transaction(async (within) => {
    const [held] = await within.query<Held[]>(HOLD, [userId]);
    return held ? work(within, held) : false;
  });

export async function passkeysOf(
  passkeys: Repository<StoredPasskey>,
  userId: string,
): Promise<PasskeyView[]> {
  const found = await passkeys.find({ where: { userId }, order: { createdAt: 'desc', id: 'asc' } });
  return found.map(viewOf);
}

export const viewOf = ({ id, name, createdAt, lastUsedAt }: StoredPasskey): PasskeyView => ({
  ...{ id, name, createdAt, lastUsedAt },
});
