import type { Pool } from 'pg';
import type { BlobReferences } from './port.js';

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
/** With those of all versions of a file. */
export const blobIndex = `drop index log.events_blob; ${indexOver(MAY_HAVE_ONE)}`;

const OF_THE_KNOWN = 'where subject not in (select subject from keys.erased)';

/** The blobs that events refer to, each once, in order. */
export const ALL_REFERENCES = `select distinct ${BLOB} as blob from log.events
  where ${MAY_HAVE_ONE} and ${BLOB} is not null
  union select blob from keys.images ${OF_THE_KNOWN} order by 1`;

/** Asks the event log, and the list of photos that are sealed in it, which blobs its events refer to. */
export const openBlobReferences =
  (pool: Pool): BlobReferences =>
  async (blobs) => {
    const { rows } = await pool.query<{ blob: string }>({
      name: 'blob-references',
      text: `select distinct ${BLOB} as blob from log.events
        where ${MAY_HAVE_ONE} and ${BLOB} is not null and ${BLOB} = any($1)
        union select blob from keys.images ${OF_THE_KNOWN} and blob = any($1)`,
      values: [blobs],
    });
    return new Set(rows.map(({ blob }) => blob));
  };
