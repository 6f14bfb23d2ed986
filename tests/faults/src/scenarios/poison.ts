import { openConnections } from '@feusa/profiles/prepare-database';
import { openPostgresDeadLetters } from '@feusa/event-log/dead-letters/postgres';
import { setTimeout as sleep } from 'node:timers/promises';
import { lags, slowest } from '../probes.js';
import type { Harness } from '../harness.js';
import type { Scenario } from '../scenario.js';
import { until } from '../until.js';

const OTHERS_MS = 5000;
const BLOCKED_MS = 10_000;
const UNBLOCKED_MS = 20_000;

/** While it is there, the read model's database refuses a row of this name as wrong. */
const POISONED = `
  create function read.poison() returns trigger language plpgsql as $$
  begin raise exception 'poison' using errcode = 'data_exception'; end $$;
  create trigger poison before insert or update on read.folders for each row
    when (new.name like 'Poison%') execute function read.poison()`;
const CURED = 'drop trigger poison on read.folders; drop function read.poison()';

export const poison: Scenario = {
  id: 'F24',
  name: 'an event that cannot be handled',
  async run({ harness, load, report }) {
    await harness.pool.query(POISONED);
    const letters = openPostgresDeadLetters(await openConnections(harness.pool));
    const from = Date.now();
    const id = await addPoison(harness);
    const blocked = async () => (await letters.list()).length > 0;
    report.within('blocked', await until('the stream to be blocked', blocked, 30_000), BLOCKED_MS);
    await sleep(harness.lasting(3000, 30_000));
    const lag = slowest(lags(load, from, Date.now()));
    report.within('others on screens p99', lag, OTHERS_MS);
    await harness.pool.query(CURED);
    const ids = (await letters.list()).map((letter) => letter.id);
    await letters.redrive(ids, { by: 'faults', perMinute: 600, force: false });
    const free = async () => (await letters.list()).length === 0;
    report.recovered('free again', await until('the stream', free, 60_000), UNBLOCKED_MS);
    const shown = async () => (await rowsOf(harness, id)) === 1;
    await until('the row', shown, 5000);
  },
};

async function addPoison({ sender, admins }: Harness): Promise<string> {
  const as = admins[0]!;
  const order = { name: 'add-folder', body: { name: 'Poison', parentId: null } } as const;
  const id = (await sender.send(order, { as })).answer!.id;
  await sender.send({ name: 'rename-folder', body: { id, name: 'Poison no more' } }, { as });
  return id;
}

const rowsOf = async ({ pool }: Harness, id: string) =>
  (await pool.query('select from read.folders where id = $1 and version = 2', [id])).rowCount;
