import { createHash } from 'node:crypto';
import type { StoredEvent } from '@feusa/contracts/events';
import { upcast, upcastLater } from '@feusa/domain/upcast';
import { canonical } from './canonical.js';
import type { Head, NewEvent, SealedEvent } from './port.js';

const PREFIX = Buffer.from('feusa-v1', 'ascii');
export const GENESIS: Head = { position: 0, hash: Buffer.alloc(32) };

/** h(n) = SHA-256("feusa-v1" ‖ h(n-1) ‖ bytes(n)); `previous` is 32 zero bytes before the first. */
export const chainHash = (previous: Buffer, bytes: string): Buffer =>
  createHash('sha256').update(PREFIX).update(previous).update(bytes, 'utf8').digest();

const members: Readonly<Required<Record<keyof StoredEvent, 1>>> = {
  ...{ position: 1, id: 1, stream: 1, version: 1, schemaVersion: 1, type: 1, data: 1 },
  ...{ at: 1, actor: 1, commandId: 1, correlationId: 1, undoes: 1 },
};

/** The members of an event, sorted once and not for each event. */
const MEMBERS = Object.keys(members).sort() as readonly (keyof StoredEvent)[];

/** The exact bytes of an event, as text: what `canonical` says of it with its position in words. */
function bytesOf(event: StoredEvent): string {
  let text = '';
  for (const name of MEMBERS) {
    const value = name === 'position' ? String(event.position) : event[name];
    if (value === undefined) continue;
    text += `${text && ','}"${name}":${canonical(value)}`;
  }
  return `{${text}}`;
}

/** Gives each event its position, its exact bytes and its hash, one after the other from `head`. */
export function seal(
  head: Head,
  events: readonly NewEvent[],
): { sealed: SealedEvent[]; head: Head } {
  let { position, hash } = head;
  const sealed = events.map((unplaced): SealedEvent => {
    position += 1;
    const event = { position, ...unplaced } as StoredEvent;
    const bytes = bytesOf(event);
    hash = chainHash(hash, bytes);
    return { event, bytes, hash: hash.toString('hex') };
  });
  return { sealed, head: { position, hash } };
}

/** The event that stands in these bytes, in its newest shape. */
export const open = (bytes: string): StoredEvent => upcast(rawOf(bytes));

/** The same; an event that this release cannot read throws when its type or data are looked at. */
export const openLater = (bytes: string): StoredEvent => upcastLater(rawOf(bytes));

function rawOf(bytes: string): StoredEvent {
  const raw = JSON.parse(bytes) as StoredEvent & { position: unknown };
  return Object.assign(raw, { position: Number(raw.position) });
}
