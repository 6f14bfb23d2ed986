import { listBounds } from '@feusa/contracts/bounds';
import { IsNull, Not } from 'typeorm';
import type { Connections } from '@feusa/platform/postgres/source';
import { stateOf, StoredAction, StoredLetter } from './entities.js';
import type { DeadLetters, LetterCount, NewDeadLetter, Scheduled, Failure } from './port.js';
import * as sql from './statements.js';

const MOST_ACTIONS = listBounds.letterActions.value;

/** Dead letters in schema `parking`; `pool` belongs to the caller. */
export function openPostgresDeadLetters({ pool, source }: Connections): DeadLetters {
  const [letters, actions] = [
    source.getRepository(StoredLetter),
    source.getRepository(StoredAction),
  ];
  const rows = async <T>(name: string, text: string, values: unknown[]): Promise<T[]> =>
    (await pool.query({ name: `letters-${name}`, text, values })).rows as T[];
  const run = async (name: string, text: string, values: unknown[]) =>
    (await pool.query({ name: `letters-${name}`, text, values })).rowCount ?? 0;
  const find = async (id: number) => (await letters.findOneBy({ id })) ?? undefined;

  return {
    list: (consumer) =>
      letters.find({ where: consumer === undefined ? {} : { consumer }, order: { id: 'ASC' } }),
    async first(limit) {
      const order = { id: 'ASC' } as const;
      const waiting = { discardedAt: IsNull() };
      const found = await letters.find({ where: waiting, order, take: limit });
      const take = limit - found.length;
      if (take === 0) return found;
      return [
        ...found,
        ...(await letters.find({ where: { discardedAt: Not(IsNull()) }, order, take })),
      ];
    },
    find,
    counts() {
      const each = letters.createQueryBuilder('l').select('l.consumer', 'consumer');
      const counted = each.addSelect(stateOf('l'), 'state').addSelect('count(*)::int', 'count');
      return counted.groupBy('1').addGroupBy('2').getRawMany<LetterCount>();
    },

    async add(letter: NewDeadLetter) {
      const { consumer, stream, tries } = letter;
      await run('add', sql.ADD, [consumer, stream, ...placeOf(letter), tries]);
    },

    redrive: (ids, { by, perMinute, force }) =>
      rows<Scheduled>('redrive', sql.REDRIVE, [ids, force, 60 / perMinute, by]),
    discard: async (id, by, reason) => (await run('discard', sql.DISCARD, [id, by, reason])) > 0,

    async claim(consumer, reached) {
      const claimed = await rows<{ id: number }>('claim', sql.CLAIM_NEXT, [consumer, reached]);
      return claimed[0] && find(claimed[0].id);
    },
    async succeeded(id) {
      await run('succeeded', sql.SUCCEEDED, [id]);
    },
    async failed(id, stop) {
      await run('failed', sql.FAILED, [id, ...placeOf(stop)]);
    },
    async postpone(id) {
      const claimed = { id, claimedUntil: Not(IsNull()) };
      const dueAt = () => `now() + interval '2 s'`;
      await letters.update(claimed, { redrives: () => 'redrives - 1', claimedUntil: null, dueAt });
    },

    actions: (of) =>
      actions.find({
        where: 'letter' in of ? { letter: of.letter } : {},
        order: { id: 'DESC' },
        take: 'letter' in of ? MOST_ACTIONS : of.limit,
      }),
  };
}

const placeOf = ({ fromVersion, position, eventId, eventType, error }: Failure) => [
  fromVersion,
  position,
  eventId,
  eventType,
  error,
];
