import { bech32 } from '@scure/base';

/** How many bytes are in each kind of recipient, by what stands before its last 1. */
const BYTES: Readonly<Record<string, number>> = {
  age: 32,
  age1pq: 1216,
  age1tag: 33,
  age1tagpq: 1249,
};

/** Whether age can encrypt for it. What age itself reads it with is asked: age takes 0.1 s of each start to load. */
export function isRecipient(text: string): boolean {
  const read = /^age1[a-z0-9]+$/.test(text) ? bech32.decodeUnsafe(text, false) : undefined;
  const bytes = read && bech32.fromWordsUnsafe(read.words);
  return bytes ? bytes.length === BYTES[read.prefix] : false;
}
