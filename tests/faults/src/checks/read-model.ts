import { ReadDatabase } from '@feusa/query/read-model/database';
import { tableNames } from '@feusa/query/read-model/entities';
import { differencesBetween } from '@feusa/query/read-model/differences';
import { Projector } from '@feusa/query/read-model/projector';
import { replay } from '@feusa/query/read-model/rebuild';
import type { Harness } from '../harness.js';
import { until } from '../until.js';

const SHADOW = 'read_check';
const REMEMBERED = 100_000;

/** I5: each table of the read model is what a replay of the whole log makes. */
export async function checkReadModel(harness: Harness): Promise<string[]> {
  const { position } = await harness.store.head();
  await caughtUp(harness, position);
  const shadow = await ReadDatabase.open(harness.options.url, { schema: SHADOW });
  try {
    await shadow.create();
    await replay(harness.store, new Projector(shadow, harness.store, () => undefined, REMEMBERED), {
      upTo: position,
    });
    const found = await Promise.all(tableNames.map((table) => differences(harness, table)));
    return found.flat();
  } finally {
    await shadow.source.query(`drop schema if exists "${SHADOW}" cascade`).catch(() => undefined);
    await shadow.close();
  }
}

const caughtUp = ({ pool }: Harness, position: number) =>
  until(
    'the read model',
    async () => {
      const { rows } = await pool.query<{ position: number }>(
        'select position from read.checkpoints',
      );
      return (rows[0]?.position ?? 0) >= position;
    },
    30_000,
  );

async function differences({ pool }: Harness, table: string): Promise<string[]> {
  const db = { query: async <T>(text: string) => (await pool.query(text)).rows as T[] };
  const names = { live: `read.${table}`, replayed: `"${SHADOW}".${table}` };
  const { rows, extra, missing } = await differencesBetween(db, names);
  return rows === 0
    ? []
    : [`I5: ${table} has ${extra ?? 'nothing'} in the place of ${missing ?? 'nothing'}`];
}
