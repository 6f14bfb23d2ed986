import { setTimeout } from 'node:timers/promises';
import { testKeys } from '@feusa/privacy/subject-keys/test-keys';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPostgresEventStore } from './postgres.js';
import { appendAtLast, sample } from './test-samples.js';

/** Two ways to keep a log: how to write to it, and how a tail asks for what is new. */
interface Numbered {
  /** Resolves once committed, which is as soon as it is written and `hold` is over. */
  write(name: string, hold?: () => Promise<void>): Promise<void>;
  after(last: number): Promise<{ readonly position: number; readonly name: string }[]>;
}

/** Runs a statement, and commits it when the hold is over. */
async function held<T>(pool: Pool, work: (client: Pool) => Promise<T>, hold?: () => Promise<void>) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client as unknown as Pool);
    await hold?.();
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

/**
 * The schedule that every log must stand: a first writer has written and not committed, a second one
 * comes and, unless the log makes it wait, goes; a tail reads in between. Answers with what the tail
 * has seen, in order.
 */
async function schedule(log: Numbered, someoneWaits: () => Promise<boolean>): Promise<string[]> {
  const seen: string[] = [];
  let last = 0;
  const follow = async () => {
    for (const { position, name } of await log.after(last)) {
      last = position;
      seen.push(name);
    }
  };
  let commit = () => {};
  let first = Promise.resolve();
  await new Promise<void>((written) => {
    first = log.write('first', () => {
      written();
      return new Promise((resolve) => (commit = resolve));
    });
  });
  await follow();
  let gone = false;
  const second = log.write('second').then(() => void (gone = true));
  while (!gone && !(await someoneWaits())) await setTimeout(5);
  await follow();
  commit();
  await Promise.all([first, second]);
  await follow();
  return seen;
}

describe('a tail that reads what is after its last position', () => {
  let opened: TestLog;
  beforeAll(async () => {
    opened = await openTestLog();
  });
  afterAll(() => opened.close());
  const someoneWaits = async () => {
    const { rowCount } = await opened.owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rowCount !== 0;
  };

  it('loses events where a sequence gives the numbers', async () => {
    const { owner } = opened;
    await owner.query('create table public.plain (position bigserial primary key, name text)');
    const numbered: Numbered = {
      write: async (name, hold) => {
        const insert = { text: 'insert into public.plain (name) values ($1)', values: [name] };
        await held(owner, (client) => client.query(insert), hold);
      },
      after: async (last) =>
        (
          await owner.query<{ position: number; name: string }>(
            'select position, name from public.plain where position > $1 order by position',
            [last],
          )
        ).rows,
    };
    const seen = await schedule(numbered, someoneWaits);
    expect((await owner.query('select from public.plain')).rowCount).toBe(2);
    // The first event is stored, and the tail never sees it.
    expect(seen).toEqual(['second']);
  });

  it('loses none of ours on the same schedule', async () => {
    const store = opened.another();
    const numbered: Numbered = {
      write: async (name, hold) => {
        const event = sample(`folder-${name}`, 1);
        await held(
          opened.pool,
          (client) => appendAtLast(openPostgresEventStore(client, testKeys(client)), [event]),
          hold,
        );
      },
      after: async (last) =>
        (await store.read(last, 100)).map(({ position, stream }) => ({
          position,
          name: stream.slice('folder-'.length),
        })),
    };
    const seen = await schedule(numbered, someoneWaits);
    expect(seen).toEqual(['first', 'second']);
  });

  it('loses none of ours with ten writers that commit when they like', async () => {
    const store = opened.another();
    const { position: begin } = await store.head();
    const seen: number[] = [];
    const delays = [9, 0, 4, 13, 1, 0, 7, 2, 11, 3];
    let writing = true;
    const tail = (async () => {
      for (let last = false; !last;) {
        last = !writing;
        const events = await store.read(seen.at(-1) ?? begin, 100);
        seen.push(...events.map(({ position }) => position));
        await setTimeout(1);
      }
    })();
    await Promise.all(
      delays.map((delay, writer) =>
        held(
          opened.pool,
          (client) => {
            const event = sample(`folder-writer${writer}`, 1);
            return appendAtLast(openPostgresEventStore(client, testKeys(client)), [event]);
          },
          () => setTimeout(delay),
        ),
      ),
    );
    writing = false;
    await tail;
    expect(seen).toEqual(delays.map((_delay, index) => begin + index + 1));
  });
});
