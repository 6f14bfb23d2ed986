import { erasingEvents } from '@feusa/contracts/erasing-events';
import { isReadable, type StoredEvent } from '@feusa/contracts/events';
import type { Pool } from 'pg';
import { arrayParameter } from '@feusa/platform/array-parameter';
import { inTransaction } from '@feusa/platform/postgres/transaction';
import type { Consumer } from '../subscription/port.js';
import { Outage } from '@feusa/platform/unavailable';
import { FORGET, NAMES, PROGRESS, RECORD } from './statements.js';
import { saidIn, wordsOf, type Said } from './words.js';

interface Progress {
  readonly position: number;
  readonly latest: string | null;
}

interface Line {
  readonly event: StoredEvent;
  readonly type: string;
  readonly latest: string;
  readonly words: string;
}

/** Records what can be searched by: each event as it is, with what its thing is called. */
export class TrailRecorder implements Consumer {
  readonly name = 'audit-trail';
  /** An index of words prefers fewer and larger writes. */
  readonly spacingMs = 200;

  constructor(
    private readonly pool: Pool,
    private readonly onRecorded: (position: number) => void,
  ) {}

  async checkpoint(): Promise<number> {
    const { position } = await this.progress();
    this.onRecorded(position);
    return position;
  }

  async handle(events: readonly StoredEvent[]): Promise<void> {
    const upTo = events.at(-1)?.position ?? 0;
    for (
      let progress = await this.progress();
      progress.position < upTo;
      progress = await this.progress()
    ) {
      const { position } = progress;
      const due = events.filter((event) => event.position > position);
      if (due[0]?.position !== position + 1)
        throw new Outage('the database has forgotten what was recorded');
      await this.write(progress, due);
    }
    this.onRecorded(upTo);
  }

  private async progress(): Promise<Progress> {
    const { rows } = await this.pool.query<Progress>({ name: 'trail-progress', text: PROGRESS });
    if (!rows[0]) throw new Error('the audit trail has no progress');
    return rows[0];
  }

  private async write({ position, latest }: Progress, due: readonly StoredEvent[]): Promise<void> {
    const names = await this.namesBefore(due);
    const types = await this.unreadable(due);
    let newest = latest ?? '';
    let skew = 0;
    const called = new Map<string, string>();
    const lines = due.map((event): Line => {
      if (event.at > newest) newest = event.at;
      skew = Math.max(skew, Date.parse(newest) - Date.parse(event.at));
      const said = saidIn(event);
      if (said.name !== undefined) called.set(event.stream, said.name);
      const name = called.get(event.stream) ?? names.get(event.stream) ?? '';
      const type = types.get(event.position) ?? event.type;
      return { event, type, latest: newest, words: allWords(said, name) };
    });
    const values = [position, due.at(-1)?.position, newest, skew, ...columns(lines, called)];
    const record = { name: 'trail-record', text: RECORD, values };
    const erased = lines.filter(({ type }) => erasingEvents.has(type));
    if (erased.length === 0) await this.pool.query(record);
    else
      await inTransaction(this.pool, async (client) => {
        await client.query(record);
        await client.query(FORGET, [erased.map(({ event }) => event.stream)]);
      });
  }

  private async namesBefore(due: readonly StoredEvent[]): Promise<Map<string, string>> {
    const streams = due.filter(({ version }) => version > 1).map(({ stream }) => stream);
    if (streams.length === 0) return new Map();
    const { rows } = await this.pool.query<{ stream: string; name: string }>(NAMES, [streams]);
    return new Map(rows.map(({ stream, name }) => [stream, name]));
  }

  /** What the log calls events that this release cannot read. */
  private async unreadable(due: readonly StoredEvent[]): Promise<Map<number, string>> {
    const positions = due.filter((event) => !isReadable(event)).map(({ position }) => position);
    if (positions.length === 0) return new Map();
    const { rows } = await this.pool.query<{ position: number; type: string }>(
      'select position, type from log.events where position = any($1)',
      [positions],
    );
    return new Map(rows.map(({ position, type }) => [position, type]));
  }
}

const allWords = ({ words }: Said, name: string): string =>
  [...new Set([...words, ...wordsOf(name)])].join(' ');

const columns = (lines: readonly Line[], called: ReadonlyMap<string, string>): unknown[] => [
  arrayParameter(lines.map(({ event }) => event.position)),
  arrayParameter(lines.map(({ event }) => event.stream)),
  arrayParameter(lines.map(({ type }) => type)),
  arrayParameter(lines.map(({ event }) => event.actor)),
  arrayParameter(lines.map(({ event }) => event.correlationId)),
  arrayParameter(lines.map(({ event }) => event.at)),
  arrayParameter(lines.map(({ latest }) => latest)),
  lines.map(({ words }) => words),
  arrayParameter([...called.keys()]),
  [...called.values()],
  [...called.values()].map((name) => wordsOf(name).join(' ')),
];
