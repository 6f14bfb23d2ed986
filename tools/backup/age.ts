import { readFile, writeFile } from 'node:fs/promises';
import { ReadableStream } from 'node:stream/web';
import { StartFault } from '@feusa/platform/start-fault';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { unreadable } from '../verify-log/trusted-checkpoint.js';

/** Makes other bytes of bytes. */
export type Cipher = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Encrypts for whoever holds one of the identities behind these recipients, `age1…`. @throws StartFault */
export function encryptFor(recipients: readonly string[]): Cipher {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new StartFault(`${recipient} is no recipient of age: it must be age1…`);
    }
  }
  return async function* (bytes) {
    yield* await encrypter.encrypt(streamOf(bytes));
  };
}

/** Decrypts with the identities in a file, as age and `--new-identity` write it. @throws StartFault */
export async function decryptWith(file: string, what = 'The keys are'): Promise<Cipher> {
  const decrypter = new Decrypter();
  const lines = (await readFile(file, 'utf8').catch(unreadable(file))).split('\n');
  const identities = lines.map((line) => line.trim()).filter((line) => line && line[0] !== '#');
  try {
    if (identities.length === 0) throw new Error('empty');
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    throw new StartFault(`${file} has no identity of age, AGE-SECRET-KEY-1…`);
  }
  return async function* (bytes) {
    const opened = await decrypter.decrypt(streamOf(bytes)).catch(() => {
      throw new StartFault(`${what} not encrypted for ${file}.`);
    });
    yield* opened;
  };
}

/** Writes a new identity for its owner alone. Answers with its recipient. @throws StartFault */
export async function newIdentity(file: string): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# public key: ${recipient}\n${identity}\n`;
  await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true }).catch(
    (fault: NodeJS.ErrnoException) => {
      const isThere = fault.code === 'EEXIST';
      throw new StartFault(
        `${file} ${isThere ? 'is there already, and stays as it is' : `cannot be written (${fault.code})`}.`,
      );
    },
  );
  return recipient;
}

/** What fails in the making of the bytes fails for who reads the stream. */
const streamOf = (bytes: AsyncIterable<Uint8Array>) =>
  ReadableStream.from(bytes) as globalThis.ReadableStream<Uint8Array>;
