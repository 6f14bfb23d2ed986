import { besideRecord } from '@feusa/contracts/employees';
import { erasingEvents } from '@feusa/contracts/erasing-events';
import {
  nounOf,
  personalFields,
  type EventType,
  type Noun,
  type StoredEvent,
} from '@feusa/contracts/events';
import { evolveRow, projection, type Row } from '../read-model/rows.js';

/** The lowest uuid stands for the root. */
export const NOWHERE = '00000000-0000-0000-0000-000000000000';

/** Things whose past is kept, by the number that the tables know them by. */
export const NOUNS: Partial<Record<Noun, number>> = {
  folder: 1,
  file: 2,
  link: 3,
  employee: 4,
  group: 5,
};

/** What a thing was from one of its events on, but for what is personal: that stands in the log alone. */
export interface Version {
  readonly noun: number;
  /** Of the event that made it so. */
  readonly position: number;
  /** The folder that it lay in; null for what never lies in one. */
  readonly parent: string | null;
  /** Whether it was this event that put it there. */
  readonly placed: boolean;
  /** The event that says what is personal of it; null where nothing is. */
  readonly content: number | null;
  /** Of somebody only what everything has: id, version, and when it was added and removed. */
  readonly row: Row;
}

/** A release that reads more types than the one before writes the past anew. */
export const READABLE = Object.keys(projection).sort().join();

/** Whether the past of a stream is kept. */
export const isKept = (stream: string): boolean => NOUNS[nounOf(stream)] !== undefined;

/** Whether an event says what is personal of its thing, instead of those before it. */
const saysWho = (type: EventType): boolean =>
  (personalFields.has(type) && !besideRecord.has(type)) || erasingEvents.has(type);

/** The version after the stream's next event. The caller has checked that it is the next one. */
export function nextVersion(before: Version | undefined, event: StoredEvent): Version {
  const { position, stream, version, type } = event;
  const row = evolveRow(before?.row, event);
  if (!row || (!before && version > 1)) throw new Error(`${type} at ${position} does not fit`);
  const content = saysWho(type) ? position : (before?.content ?? null);
  const parent = parentOf(row);
  return {
    noun: NOUNS[nounOf(stream)]!,
    position,
    parent,
    placed: parent !== null && parent !== before?.parent,
    content,
    row: content === null ? row : impersonal(row),
  };
}

/** What else is said of somebody stays behind, whichever fields there are. */
const impersonal = ({ id, version, addedAt, removedAt, removedBy }: Row): Row =>
  ({ id, version, addedAt, removedAt, removedBy }) as Row;

function parentOf(row: Row): string | null {
  if ('folderId' in row) return row.folderId;
  return 'parentId' in row ? (row.parentId ?? NOWHERE) : null;
}
