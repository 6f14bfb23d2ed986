import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { decrypt, encrypt, KEY_BYTES } from './cipher.js';
import type { MasterKeys } from './master-keys.js';
import type { SubjectKey, SubjectKeys } from './port.js';

const REMEMBERED = memoryBounds.keys.value;

interface Known {
  readonly key: SubjectKey;
  readonly wrapped: string;
}

/** Thousands are remembered: as texts of one byte a letter they take a fifth of what buffers would. */
const textOf = (bytes: Buffer): string => bytes.toString('latin1');
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/**
 * `pool` belongs to the caller. Every page of the log asks, by statements that are planned once a connection.
 */
export function openSubjectKeys(pool: Pick<Pool, 'query'>, master: MasterKeys): SubjectKeys {
  const known = new Map<string, Known>();
  const keep = (subject: string, key: Known): Known => {
    if (known.size >= REMEMBERED) known.clear();
    known.set(subject, key);
    return key;
  };
  const remember = (subject: string, wrapped: Buffer): Known => {
    const before = known.get(subject);
    const text = textOf(wrapped);
    if (before?.wrapped === text) return before;
    return keep(subject, { key: new OpenKey(master.open(wrapped, subject)), wrapped: text });
  };
  const rows = async <T>(name: string, text: string, subjects: readonly string[]) =>
    (await pool.query({ name, text, values: [subjects] })).rows as T[];
  const wrappedOf = (subjects: readonly string[]) => {
    const text = 'select subject, wrapped from keys.subjects where subject = any($1)';
    return rows<{ subject: string; wrapped: Buffer }>('keys', text, subjects);
  };

  return {
    async find(subjects) {
      let found = await wrappedOf(subjects);
      if (found.some(({ wrapped }) => !master.knows(wrapped))) {
        await master.refresh();
        // What was read just before the old key went is wrapped anew.
        found = await wrappedOf(subjects);
      }
      const keys = new Map(
        found.map(({ subject, wrapped }) => [subject, remember(subject, wrapped).key]),
      );
      for (const subject of subjects) if (!keys.has(subject)) known.delete(subject);
      return keys;
    },
    remembered: (subject) => known.get(subject)?.key,
    async erasedOf(subjects) {
      const text = 'select subject from keys.erased where subject = any($1)';
      const found = await rows<{ subject: string }>('keys-erased', text, subjects);
      return found.map(({ subject }) => subject);
    },
    make(subject) {
      const key = randomBytes(KEY_BYTES);
      return { key: new OpenKey(key), wrapped: master.wrap(key, subject) };
    },
    remember(made) {
      for (const [subject, { key, wrapped }] of made)
        keep(subject, { key, wrapped: textOf(wrapped) });
    },
    async renewed() {
      const before = master.current;
      await master.refresh();
      return !master.current.equals(before);
    },
    forget(subjects) {
      for (const subject of subjects) known.delete(subject);
    },
  };
}

class OpenKey implements SubjectKey {
  private readonly key: string;

  constructor(key: Buffer) {
    this.key = textOf(key);
  }

  encrypt(plain: string, about: string): string {
    return encrypt(plain, bytesOf(this.key), about).toString('base64');
  }

  decrypt(ciphertext: string, about: string): string {
    return decrypt(Buffer.from(ciphertext, 'base64'), bytesOf(this.key), about).toString('utf8');
  }
}
