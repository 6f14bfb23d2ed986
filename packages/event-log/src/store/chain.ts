import type { StoredEvent } from '@feusa/contracts/events';
import { upcast, type RawEvent } from '@feusa/domain/upcast';
import { sha256 } from '@feusa/platform/sha256';
import { canonical } from './canonical.js';
import type { Head, NewEvent, RecordedEvent } from './port.js';
import { NO_KEYS, encryptData, type BatchKeys } from './encryption.js';
import { rememberForm } from './stored-form.js';

const PREFIX = Buffer.from('feusa-v1', 'ascii');
export const GENESIS: Head = { position: 0, hash: Buffer.alloc(32) };

/** h(n) = SHA-256("feusa-v1" ‖ h(n-1) ‖ bytes(n)); `previous` is 32 zero bytes before the first. */
export const chainHash = (previous: Buffer, bytes: string): Buffer =>
  sha256(Buffer.concat([PREFIX, previous]), bytes);

const members: Readonly<Required<Record<keyof StoredEvent, 1>>> = {
  ...{ position: 1, id: 1, stream: 1, version: 1, schemaVersion: 1, type: 1, data: 1 },
  ...{ at: 1, actor: 1, commandId: 1, correlationId: 1, undoes: 1 },
};

/** The members of an event, sorted once and not for each event. */
const MEMBERS = Object.keys(members).sort() as readonly (keyof StoredEvent)[];

/** The exact bytes of an event, as text: what `canonical` says of it with its position in words. */
function bytesOf(event: RawEvent): string {
  let text = '';
  for (const name of MEMBERS) {
    const value = name === 'position' ? String(event.position) : event[name];
    if (value === undefined) continue;
    text += `${text && ','}"${name}":${canonical(value)}`;
  }
  return `{${text}}`;
}

/**
 * Gives each event its position, its exact bytes and its hash, one after the other from `head`. What is
 * personal stands in the bytes encrypted with the keys of the batch.
 */
export function record(
  head: Head,
  events: readonly NewEvent[],
  keys: BatchKeys = NO_KEYS,
): { recorded: RecordedEvent[]; head: Head } {
  let { position, hash } = head;
  const recorded = events.map((unplaced): RecordedEvent => {
    position += 1;
    const event = { position, ...unplaced } as StoredEvent;
    const bytes = bytesOf(storedOf(event, unplaced, keys));
    hash = chainHash(hash, bytes);
    return { event, bytes, hash: hash.toString('hex') };
  });
  return { recorded, head: { position, hash } };
}

function storedOf(event: StoredEvent, unplaced: NewEvent, keys: BatchKeys): RawEvent {
  const data = encryptData(unplaced, keys);
  if (data === unplaced.data) return event;
  const stored = { ...event, data };
  rememberForm(event, stored);
  return stored;
}

/** The event that stands in these bytes, in its newest shape; what was encrypted in it stays encrypted. */
export const open = (bytes: string): StoredEvent => upcast(rawOf(bytes));

/** The event as it stands in these bytes. */
export function rawOf(bytes: string): RawEvent {
  const raw = JSON.parse(bytes) as RawEvent & { position: unknown };
  return Object.assign(raw, { position: Number(raw.position) });
}
