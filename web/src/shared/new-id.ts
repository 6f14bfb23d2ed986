import { timeOrderedId } from '@feusa/contracts/ids';

/** A UUID, ordered by time; the browser's own function for random ones is there only over TLS, and on the machine itself. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const random = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return timeOrderedId(random, Date.now());
}
