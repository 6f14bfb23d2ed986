import { listBounds } from '@feusa/contracts/bounds';
import type { Pool } from 'pg';
import type {
  DeadLetter,
  DeadLetterAction,
  DeadLetters,
  LetterCount,
  NewDeadLetter,
  Scheduled,
  Stop,
} from './port.js';
import * as sql from './statements.js';

const MOST_ACTIONS = listBounds.letterActions.value;

/** Dead letters in schema `parking`; `pool` belongs to the caller. */
export function openPostgresDeadLetters(pool: Pool): DeadLetters {
  const rows = async <T>(name: string, text: string, values: unknown[] = []): Promise<T[]> =>
    (await pool.query({ name: `letters-${name}`, text, values })).rows as T[];
  const run = async (name: string, text: string, values: unknown[]) =>
    (await pool.query({ name: `letters-${name}`, text, values })).rowCount ?? 0;

  return {
    list: (consumer) => rows<DeadLetter>('list', sql.LIST, [consumer ?? null]),
    find: async (id) => (await rows<DeadLetter>('find', sql.FIND, [id]))[0],
    counts: () => rows<LetterCount>('counts', sql.COUNTS),

    async park(letter: NewDeadLetter) {
      const { consumer, stream, tries } = letter;
      await run('park', sql.PARK, [consumer, stream, ...placeOf(letter), tries]);
    },

    redrive: (ids, { by, perMinute, force }) =>
      rows<Scheduled>('redrive', sql.REDRIVE, [ids, force, 60 / perMinute, by]),
    discard: async (id, by, reason) => (await run('discard', sql.DISCARD, [id, by, reason])) > 0,

    claim: async (consumer, reached) =>
      (await rows<DeadLetter>('claim', sql.CLAIM_NEXT, [consumer, reached]))[0],
    async succeeded(id) {
      await run('succeeded', sql.SUCCEEDED, [id]);
    },
    async failed(id, stop) {
      await run('failed', sql.FAILED, [id, ...placeOf(stop)]);
    },
    async postpone(id) {
      await run('postpone', sql.POSTPONE, [id]);
    },

    actions: (of) => {
      const [letter, limit] = 'letter' in of ? [of.letter, MOST_ACTIONS] : [null, of.limit];
      return rows<DeadLetterAction>('actions', sql.ACTIONS, [letter, limit]);
    },
  };
}

const placeOf = ({ fromVersion, position, eventId, eventType, error }: Stop) => [
  fromVersion,
  position,
  eventId,
  eventType,
  error,
];
