import type { StoredEvent } from '@feusa/contracts/events';
import type { Pool } from 'pg';
import { READ_ABSENT } from './absent.js';
import { appendOptimistically, appendUnderLock } from './append.js';
import { rawOf } from './chain.js';
import { constraintTables, type Rows } from './constraint-tables.js';
import type { EventFilter, EventStore, Head, LogRecord, LogTally, RecordedEvent } from './port.js';
import { causeIs } from './lookups.js';
import { historiesOf, READ_ACKNOWLEDGEMENTS, READ_FILES, type FileRow } from './file-histories.js';
import { POSITION_AT, TALLY_LATEST } from './statements.js';
import { storedFormsWith } from './encryption.js';
import type { SubjectKeys } from '@feusa/privacy/subject-keys/port';

/** More than there are. */
const MANY = 1e9;

type Row = { bytes: string; hash: string };

/** The event store on PostgreSQL 15 or newer; `pool` belongs to the caller. */
export function openPostgresEventStore(pool: Pool, subjectKeys: SubjectKeys): EventStore {
  const rows: Rows = async <T>(name: string, text: string, values: unknown[] = []) =>
    (await pool.query({ name, text, values })).rows as T[];
  const stored = async (name: string, text: string, values: unknown[]) =>
    (await rows<{ bytes: string }>(name, text, values)).map(({ bytes }) => rawOf(bytes));
  const { decrypt, decryptLater } = storedFormsWith(subjectKeys);
  const recorded = async (found: readonly Row[]) => {
    const events = await decrypt(found.map(({ bytes }) => rawOf(bytes)));
    return found.map((row, index): RecordedEvent => ({ event: events[index]!, ...row }));
  };

  return {
    async head() {
      const text = `select h.position, h.hash, e.at
        from log.head h left join log.events e on e.position = h.position`;
      const [head] = await rows<Omit<Head, 'at'> & { readonly at: string | null }>('head', text);
      if (!head) throw new Error('the log has no head');
      return { ...head, at: head.at ?? undefined };
    },

    append: (batch) => appendOptimistically({ pool, subjectKeys }, batch),
    appendUnderLock: (decide) => appendUnderLock({ pool, subjectKeys }, decide),

    async read(after, limit) {
      const text = 'select bytes from log.events where position > $1 order by position limit $2';
      return decryptLater(await stored('read', text, [after, limit]));
    },

    readRecorded: async (after, limit, filter = {}) => {
      const { where, values } = filtered(filter, [after, limit]);
      const text = `select bytes, encode(hash, 'hex') as hash from log.events
        where position > $1${where} order by position limit $2`;
      return recorded((await pool.query(text, values)).rows as Row[]);
    },

    async readRecordedAt(positions) {
      const text = `select bytes, encode(hash, 'hex') as hash from log.events
        where position = any($1) order by position`;
      return recorded(await rows<Row>('read-recorded-at', text, [positions]));
    },

    async readRecords(after, limit) {
      const found = await rows<Row & { position: number } & LogRecord['index']>(
        'read-records',
        `select position, bytes, encode(hash, 'hex') as hash, stream, version, type, actor, at
         from log.events where position > $1 order by position limit $2`,
        [after, limit],
      );
      return found.map(({ position, bytes, hash, ...index }) => ({ position, bytes, hash, index }));
    },

    async readStreams(streams) {
      const text = 'select bytes from log.events where stream = any($1) order by stream, version';
      const people = streams.filter((stream) => stream.startsWith('employee-'));
      const keys = people.length > 0 ? subjectKeys.find(people) : undefined;
      // Where the events cannot be read nobody asks for the keys.
      keys?.catch(() => undefined);
      return decrypt(await stored('read-streams', text, [streams]), keys);
    },

    async readFiles(streams) {
      const found = await rows<FileRow>('read-files', READ_FILES, [streams]);
      const events = await decrypt(found.map(({ bytes }) => rawOf(bytes)));
      return historiesOf(found, events);
    },

    async readLatest(noun, { after, limit } = { after: `${noun}-`, limit: MANY }) {
      const text = `select distinct on (stream) bytes from log.events
        where stream > $2 and stream < $1 || '.' order by stream, version desc limit $3`;
      return decryptLater(await stored('read-latest', text, [noun, after, limit]));
    },

    async readAbsent(types, after = new Date(0)) {
      return decrypt(await stored('read-absent', READ_ABSENT, [types, after]));
    },

    async knownStreams(streams) {
      const text = 'select stream from log.events where stream = any($1) and version = 1';
      const found = await rows<{ stream: string }>('known-streams', text, [streams]);
      return found.map(({ stream }) => stream);
    },

    async readAt(positions) {
      const text = 'select bytes from log.events where position = any($1) order by position';
      return decryptLater(await stored('read-at', text, [positions]));
    },

    async readAsks(upTo) {
      const text = `select bytes from (select distinct on (stream) bytes, position from log.events
        where type in ('AcknowledgementAsked', 'AcknowledgementWithdrawn') and position <= $1
        order by stream, position desc) as asks order by position`;
      const newest = await decrypt(await stored('read-asks', text, [upTo]));
      return newest.filter((each) => each.type === 'AcknowledgementAsked');
    },

    async readAcknowledged(actor) {
      const text = `select bytes from log.events
        where type = 'FileAcknowledged' and actor = $1 order by position`;
      const done = await decrypt(await stored('read-acknowledged', text, [actor]));
      return done as StoredEvent<'FileAcknowledged'>[];
    },

    async readAcknowledgements(file, fileVersion) {
      const values = [file, String(fileVersion)];
      const done = await decrypt(
        await stored('read-acknowledgements', READ_ACKNOWLEDGEMENTS, values),
      );
      return done as StoredEvent<'FileAcknowledged'>[];
    },

    async tallyLatest(noun, { upTo, gone }) {
      const [row] = await rows<LogTally>('tally-latest', TALLY_LATEST, [
        ...[noun, upTo, gone.types, gone.before],
      ]);
      return row!;
    },

    async positionAt(time) {
      const [row] = await rows<{ position: number }>('position-at', POSITION_AT, [time]);
      return row?.position ?? 0;
    },

    ...constraintTables(rows),
  };
}

function filtered({ actor, commandId, correlationId }: EventFilter, values: unknown[]) {
  const clauses: [(value: string) => string, string | undefined][] = [
    [(value) => `actor = ${value}`, actor],
    [causeIs('commandId'), commandId],
    [causeIs('correlationId'), correlationId],
  ];
  const where = clauses
    .filter(([, value]) => value !== undefined)
    .map(([clause, value]) => ` and ${clause(`$${values.push(value)}`)}`)
    .join('');
  return { where, values };
}
