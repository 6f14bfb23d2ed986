import { exec } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartFault } from '@feusa/platform/start-fault';
import { KEY_BYTES } from './cipher.js';

const WITHIN_MS = 30_000;
const MOST_BYTES = 64 * 1024;

/** Where a key is, other than in the data directory: at most one of these. */
export interface KeySource {
  readonly key?: Buffer | undefined;
  readonly file?: string | undefined;
  /** The setting or the option that names the file. */
  readonly fileBy: string;
  /** What prints it, for a KMS. */
  readonly command?: string | undefined;
}

/** The key there; undefined where no place is named. @throws StartFault */
export async function givenKey(source: KeySource): Promise<Buffer | undefined> {
  const { key, file, fileBy, command } = source;
  if (key) return key;
  if (file !== undefined) return keyIn(file).catch(unreadable(file, fileBy));
  if (command !== undefined) return keyOf(await printed(command), 'What the command prints');
  return undefined;
}

/** The text of a key, as settings and files have it. @throws StartFault */
export function keyOf(text: string, where: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES && key.toString('base64') === text.trim()) return key;
  throw new StartFault(`${where} must be ${KEY_BYTES} bytes in base64.`);
}

/** @throws StartFault where it is no key, and where everybody may read it */
export async function keyIn(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8');
  await refuseOpen(file);
  return keyOf(text, file);
}

const unreadable = (file: string, by: string) => (fault: NodeJS.ErrnoException) => {
  if (fault instanceof StartFault) throw fault;
  throw new StartFault(`${by} names a file that cannot be read (${fault.code}): ${file}`);
};

/** A group may be how a volume is mounted; everybody is nobody's intent. */
async function refuseOpen(file: string): Promise<void> {
  const { mode } = await stat(file);
  if (process.platform === 'win32' || (mode & 0o007) === 0) return;
  throw new StartFault(
    `${file} opens the personal fields of the log, and everybody on this machine may read it: chmod 600 it.`,
  );
}

/** By the shell of this user, with the environment of the process; what it prints is told to nobody. */
async function printed(command: string): Promise<string> {
  const limits = { timeout: WITHIN_MS, maxBuffer: MOST_BYTES };
  try {
    return (await promisify(exec)(command, limits)).stdout;
  } catch (fault) {
    const { code, killed } = fault as { readonly code?: unknown; readonly killed?: boolean };
    const why = killed ? `it took longer than ${WITHIN_MS / 1000} s` : `it ended with ${code}`;
    throw new StartFault(`The command gives no master key: ${why}.`);
  }
}
