import type { z } from 'zod';
import { DocEvents } from './docs.js';
import { EmployeeEvents } from './employees.js';
import { ErasureEvents } from './erasure.js';
import { ErrorEvents } from './errors.js';
import { FolderEvents } from './folders.js';
import { GroupEvents } from './groups.js';
import { personalIn } from './personal.js';
import { WebhookEvents } from './webhook-events.js';
import { UserEvents } from './users.js';

/** The payload schema of every event type, in its newest version. */
export const eventSchemas = {
  ...FolderEvents,
  ...DocEvents,
  ...EmployeeEvents,
  ...UserEvents,
  ...ErrorEvents,
  ...ErasureEvents,
  ...GroupEvents,
  ...WebhookEvents,
};

/** By event type: the personal fields, each with what is read of it once its person is erased. */
export const personalFields: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map(
  Object.entries(eventSchemas)
    .map(([type, schema]) => [type, personalIn(schema)] as const)
    .filter(([, fields]) => Object.keys(fields).length > 0),
);

export type EventType = keyof typeof eventSchemas;

/** What a decider says has happened. */
export type DomainEvent<T extends EventType = EventType> = {
  [K in T]: { readonly type: K; readonly data: Readonly<z.output<(typeof eventSchemas)[K]>> };
}[T];

/**
 * An event as it stands in the log: `position` is gapless from 1 over the whole log, `version` gapless
 * from 1 in its stream, `at` ISO-8601 UTC, `actor` a user's id or `system`. `undoes` is there where it is
 * the id of an earlier event of the stream, whose effect this one takes back.
 */
export type StoredEvent<T extends EventType = EventType> = DomainEvent<T> & {
  readonly position: number;
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly schemaVersion: number;
  readonly at: string;
  readonly actor: string;
  readonly commandId: string;
  readonly correlationId: string;
  readonly undoes?: string;
};

/** Whether this release knows what the event is; of one that it does not, `type` and `data` throw. */
export function isReadable(event: StoredEvent): boolean {
  try {
    return event.type !== undefined;
  } catch {
    return false;
  }
}

export type Noun = 'folder' | 'file' | 'link' | 'employee' | 'user' | 'error' | 'group' | 'webhook';
export const streamOf = (noun: Noun, id: string): string => `${noun}-${id}`;
export const nounOf = (stream: string): Noun => stream.slice(0, stream.indexOf('-')) as Noun;
export const idOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
