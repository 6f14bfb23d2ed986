import { createHash } from 'node:crypto';
import { ReadDatabase } from '@feusa/query/read-model/database';
import { tableNames } from '@feusa/query/read-model/entities';
import { Projector } from '@feusa/query/read-model/projector';
import type { Harness } from '../harness.js';
import { until } from '../until.js';

const SHADOW = 'read_check';
const PAGE = 5000;
const REMEMBERED = 100_000;

/** I5: each table of the read model is what a replay of the whole log makes. */
export async function checkReadModel(rig: Harness): Promise<string[]> {
  const { position } = await rig.store.head();
  await caughtUp(rig, position);
  const shadow = await ReadDatabase.open(rig.options.url, { schema: SHADOW });
  try {
    await shadow.create();
    await replay(rig, shadow, position);
    const found = await Promise.all(tableNames.map((table) => differences(rig, table)));
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

async function replay({ store }: Harness, shadow: ReadDatabase, upTo: number): Promise<void> {
  const projector = new Projector(shadow, store, () => undefined, REMEMBERED);
  await projector.checkpoint();
  for (let at = 0; at < upTo;) {
    const events = await store.read(at, Math.min(PAGE, upTo - at));
    const last = events.at(-1);
    if (!last) return;
    await projector.handle(events);
    at = last.position;
  }
}

async function differences({ pool }: Harness, table: string): Promise<string[]> {
  const dump = async (schema: string) => {
    const text = `select to_jsonb(t)::text as line from "${schema}".${table} t order by id`;
    return (await pool.query<{ line: string }>(text)).rows.map(({ line }) => line);
  };
  const [live, expected] = [await dump('read'), await dump(SHADOW)];
  if (hashOf(live) === hashOf(expected)) return [];
  const [known, wanted] = [new Set(live), new Set(expected)];
  const missing = expected.find((line) => !known.has(line));
  const extra = live.find((line) => !wanted.has(line));
  return [`I5: ${table} has ${extra ?? 'nothing'} in the place of ${missing ?? 'nothing'}`];
}

const hashOf = (lines: readonly string[]) =>
  createHash('sha256').update(lines.join('\n')).digest('hex');
