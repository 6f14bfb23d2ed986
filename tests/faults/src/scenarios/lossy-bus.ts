import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredEvent } from '@feusa/contracts/events';
import type { Message, Producer } from 'kafkajs';
import pg from 'pg';
import { caughtUp } from '../checks/search-index.js';
import { relayed, topicOf, withProducer } from '../kafka-client.js';
import { shows } from '../probes.js';
import type { Random } from '../random.js';
import type { Harness } from '../harness.js';
import type { Scenario } from '../scenario.js';
import { cursorOf } from './relay.js';

const AT_ONCE = 50;
const TIMES = 3;
/** One event in so many never arrives; in a short run more, so that some do not. */
const LOSS = { full: 100, short: 20 };

export const lossyBus: Scenario = {
  id: 'F23',
  name: 'each message comes three times and out of order, and some never',
  async run({ harness, report }) {
    const leader = await takeLeadership(harness);
    let [sent, lost] = [0, 0];
    try {
      const messageOf = await relayed(harness);
      await withProducer(harness, async (producer) => {
        const bus = { producer, messageOf };
        const until = Date.now() + harness.lasting(12_000, 60_000);
        while (Date.now() < until) {
          const events = await harness.store.read(await cursorOf(harness), AT_ONCE);
          const kept = await relayBadly(harness, bus, events);
          [sent, lost] = [sent + events.length, lost + events.length - kept];
          await sleep(100);
        }
      });
    } finally {
      await leader.end();
    }
    report.fact(`${lost} of ${sent} events lost on the way`);
    report.expect(lost > 0, 'nothing was lost');
    report.recovered('index caught up', await caughtUp(harness, 60_000), 30_000);
    await shows(harness, 10_000);
  },
};

/** Leads in the place of the product's relay until the connection ends. */
async function takeLeadership(harness: Harness): Promise<pg.Client> {
  const client = new pg.Client(harness.options.url);
  await client.connect();
  const leading = client.query(`select pg_advisory_lock(hashtext('feusa-relay'))`);
  await sleep(300);
  await harness.pool.query(`select pg_terminate_backend(l.pid) from pg_locks l
    join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
    where l.locktype = 'advisory' and l.granted and a.application_name = 'feusa-relay'`);
  await leading;
  return client;
}

interface Bus {
  readonly producer: Producer;
  readonly messageOf: (event: StoredEvent) => Message;
}

/** What a bus may do at its worst, and says that all is well. Answers how many events it kept. */
async function relayBadly(
  harness: Harness,
  { producer, messageOf }: Bus,
  events: readonly StoredEvent[],
): Promise<number> {
  const last = events.at(-1);
  if (!last) return 0;
  const { random } = harness.options;
  const kept = events.filter(() => random.below(harness.rounds(LOSS.short, LOSS.full)) > 0);
  const messages = shuffled(
    kept.flatMap((event) => Array.from({ length: TIMES }, () => messageOf(event))),
    random,
  );
  if (messages.length > 0) await producer.send({ topic: topicOf(harness), messages, acks: -1 });
  await harness.pool.query('update relay.cursor set position = $1', [last.position]);
  return kept.length;
}

function shuffled(messages: readonly Message[], random: Random): Message[] {
  const numbered = messages.map((message) => ({ message, at: random.next() }));
  return numbered.sort((a, b) => a.at - b.at).map(({ message }) => message);
}
