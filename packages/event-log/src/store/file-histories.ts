import type { StoredEvent } from '@feusa/contracts/events';
import type { FileHistory } from './port.js';

const DECIDES = `stream like 'file-%' and type <> 'FileAcknowledged'`;

/** Lets a file be read without what everybody has acknowledged of it. */
export const fileIndex = `create index events_files on log.events (stream, version) where ${DECIDES};`;

/** Of what is acknowledged; nothing that anybody wrote stands in such an event. */
const VERSION = `substring(bytes from '"fileVersion":([0-9]+)')`;

/** Lets the log be asked who has acknowledged a version of a file, without reading the others. */
export const acknowledgedIndex = `create index events_acknowledged on log.events (stream, (${VERSION}))
  where type = 'FileAcknowledged';`;

export const READ_ACKNOWLEDGEMENTS = `select bytes from log.events
  where type = 'FileAcknowledged' and stream = $1 and ${VERSION} = $2::text order by position`;

/** The join is lateral, so that the index is used that has nothing else. */
export const READ_FILES = `
select e.stream, e.bytes, newest.version from unnest($1::text[]) as wanted(stream)
cross join lateral (select max(n.version) as version from log.events n where n.stream = wanted.stream) newest
cross join lateral (select stream, version, bytes from log.events
  where stream = wanted.stream and ${DECIDES} order by stream, version) e
order by e.stream, e.version`;

export interface FileRow {
  readonly stream: string;
  readonly bytes: string;
  readonly version: number;
}

export function historiesOf(
  rows: readonly FileRow[],
  events: readonly StoredEvent[],
): FileHistory[] {
  const all = new Map<string, FileHistory & { readonly events: StoredEvent[] }>();
  for (const [index, { stream, version }] of rows.entries()) {
    const history = all.get(stream) ?? { stream, version, events: [] };
    history.events.push(events[index]!);
    all.set(stream, history);
  }
  return [...all.values()];
}
