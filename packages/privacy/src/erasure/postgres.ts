import { personalFields } from '@feusa/contracts/events';
import type { Connections } from '@feusa/platform/postgres/source';
import { ErasedStream, Photo } from './entities.js';
import type { Erasures } from './port.js';
import { lookAtReports, lookAtTables, PHOTOS, TABLES, valueIn } from './tables.js';

const SEALED = `bytes like '%"sealed":"%'`;

/**
 * Beside the log, in its database; `pool` belongs to the caller. What is found by any of a list of tables is asked
 * in SQL, which a certificate shows.
 */
export function openErasures({ pool, source }: Connections): Erasures {
  const photos = source.getRepository(Photo);
  const rows = async <T>(text: string, values: unknown[] = []) =>
    (await pool.query(text, values)).rows as T[];
  /** The last comparison may quote what differed. */
  const forgetComparison = async () => {
    const text = `select to_regclass('fingerprint.last') is not null as there`;
    const [last] = await rows<{ there: boolean }>(text);
    if (last?.there) await pool.query('delete from fingerprint.last');
  };

  return {
    async unfinished() {
      const left = TABLES.map(({ table, column, by }) => {
        const subject =
          by === 'stream' ? 'e.subject' : `substr(e.subject, strpos(e.subject, '-') + 1)`;
        return `exists (select from ${table} t where t.${column}::text = ${subject})`;
      });
      const text = `select subject from keys.erased e where ${left.join(' or ')}`;
      return (await rows<{ subject: string }>(text)).map(({ subject }) => subject);
    },

    async purge(stream) {
      for (const each of TABLES) {
        if (each.table === PHOTOS) continue;
        const text = `delete from ${each.table} where ${each.column}::text = $1`;
        await pool.query(text, [valueIn(each, stream)]);
      }
      await forgetComparison();
      return (await photos.findBy({ stream })).map(({ blob }) => blob);
    },

    async forgetPhotos(stream) {
      await photos.delete({ stream });
    },

    all: () => source.getRepository(ErasedStream).find(),

    async look(stream, reports) {
      const mentions = reports.length > 0 ? [lookAtReports(pool, reports)] : [];
      return [...(await lookAtTables(pool, stream)), ...(await Promise.all(mentions))];
    },

    async unsealed(stream) {
      const text = `select position from log.events
        where stream = $1 and type = any($2) and not ${SEALED} order by position`;
      const found = await rows<{ position: number }>(text, [stream, [...personalFields.keys()]]);
      return found.map(({ position }) => position);
    },
  };
}
