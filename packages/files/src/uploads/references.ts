import type { Pool } from 'pg';
import type { BlobReferences, PurgedContents } from './port.js';

const BLOB = `(substring(bytes from '"blob":"([0-9a-f]{64})"'))`;
const MAY_HAVE_ONE = `type in ('FileAdded', 'EmployeeAdded', 'EmployeeUpdated',
  'FileReplaced', 'FileVersionRestored')`;

/** Lets the log be asked for a blob; the canonical text escapes quotes, so no name can look like one. */
const indexOver = (events: string) => `
  create index events_blob on log.events (${BLOB})
  where ${events} and ${BLOB} is not null;
`;
export const firstBlobIndex = indexOver(
  `type in ('FileAdded', 'EmployeeAdded', 'EmployeeUpdated')`,
);
/** The index also has the blobs of earlier versions of a file. */
export const blobIndex = `drop index log.events_blob; ${indexOver(MAY_HAVE_ONE)}`;

const OF_THE_KNOWN = 'where subject not in (select subject from keys.erased)';

/** What was removed for good refers to nothing any more. */
const OF_WHAT_IS_LEFT = 'not exists (select from log.purged p where p.id = e.stream)';

/** The blobs that events refer to, each once, in order. */
export const ALL_REFERENCES = `select distinct ${BLOB} as blob from log.events e
  where ${MAY_HAVE_ONE} and ${BLOB} is not null and ${OF_WHAT_IS_LEFT}
  union select blob from keys.images ${OF_THE_KNOWN} order by 1`;

/** Asks the event log, and the list of photos that are encrypted in it, which blobs its events refer to. */
export const openBlobReferences =
  (pool: Pool): BlobReferences =>
  async (blobs) => {
    const { rows } = await pool.query<{ blob: string }>({
      name: 'blob-references',
      text: `select distinct ${BLOB} as blob from log.events e
        where ${MAY_HAVE_ONE} and ${BLOB} is not null and ${BLOB} = any($1) and ${OF_WHAT_IS_LEFT}
        union select blob from keys.images ${OF_THE_KNOWN} and blob = any($1)`,
      values: [blobs],
    });
    return new Set(rows.map(({ blob }) => blob));
  };

/** Asks the event log for the contents of what was removed for good. */
export const openPurgedContents =
  (pool: Pool): PurgedContents =>
  async (from, to) => {
    const { rows } = await pool.query<{ blob: string; owner: string }>({
      name: 'purged-contents',
      text: `select distinct ${BLOB} as blob, e.actor as owner
        from log.purged p join log.events e on e.stream = p.id
        where p.position between $1 and $2 and ${MAY_HAVE_ONE} and ${BLOB} is not null`,
      values: [from, to],
    });
    return rows;
  };
