import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { OWN_DIRECTORY } from '@feusa/platform/own-files';
import { StartFault } from '@feusa/platform/start-fault';
import { writeOnce } from '@feusa/platform/write-once';
import { KEY_BYTES } from './cipher.js';
import { givenKey, keyIn } from './given-key.js';
import { MASTER_KEY, masterKeyText, NEXT_MASTER_KEY } from './key-file.js';
import { fingerprintOf, MasterKeys, stateIn, type MasterState } from './master-keys.js';

export interface MasterKeySettings {
  readonly FEUSA_DATA_DIR: string;
  readonly FEUSA_MASTER_KEY?: Buffer | undefined;
  readonly FEUSA_MASTER_KEY_FILE?: string | undefined;
  readonly FEUSA_MASTER_KEY_COMMAND?: string | undefined;
}

const isMissing = (fault: unknown) => (fault as NodeJS.ErrnoException).code === 'ENOENT';

/** The key that the settings say; undefined where it is in the data directory. @throws StartFault */
export const masterKeyOf = (settings: MasterKeySettings): Promise<Buffer | undefined> =>
  givenKey({
    key: settings.FEUSA_MASTER_KEY,
    file: settings.FEUSA_MASTER_KEY_FILE,
    fileBy: 'FEUSA_MASTER_KEY_FILE',
    command: settings.FEUSA_MASTER_KEY_COMMAND,
  });

/**
 * The key that wraps all others, 32 bytes: of the settings, else of a file in the data directory, made at
 * the first start. While it is turned, the old one and the new one are as good.
 * @throws StartFault where the database was written with another key, or the key is lost
 */
export async function openMasterKeys(
  settings: MasterKeySettings,
  pool: Pick<Pool, 'query'>,
): Promise<MasterKeys> {
  const dir = path.resolve(settings.FEUSA_DATA_DIR);
  const state = await stateIn(pool);
  const key = (await masterKeyOf(settings)) ?? (await keyOfDirectory(dir, state));
  const file = path.join(dir, MASTER_KEY);
  const keys = new MasterKeys(
    pool,
    key,
    async () => (await masterKeyOf(settings)) ?? (await keyThere(file)),
  );
  await keys.learn(await heldAgainst(pool, key, state));
  return keys;
}

async function keyOfDirectory(dir: string, state: MasterState | undefined): Promise<Buffer> {
  const file = path.join(dir, MASTER_KEY);
  const known = await keyThere(file);
  if (known) return turnedKey(dir, state, known);
  if (state) return keyMadeBeside(file);
  await mkdir(dir, OWN_DIRECTORY);
  await writeKey(file, randomBytes(KEY_BYTES));
  return keyMadeBeside(file);
}

/** Writes a key where there is none yet. */
export const writeKey = (file: string, key: Buffer): Promise<void> =>
  writeOnce(file, masterKeyText(key));

/** Who turned it may have been killed before the new key had its name. */
async function turnedKey(
  dir: string,
  state: MasterState | undefined,
  known: Buffer,
): Promise<Buffer> {
  if (!state || accepted(state).includes(fingerprintOf(known))) return known;
  const next = path.join(dir, NEXT_MASTER_KEY);
  const turned = await keyThere(next);
  if (!turned || fingerprintOf(turned) !== state.fingerprint) return known;
  await rename(next, path.join(dir, MASTER_KEY)).catch((fault: unknown) => {
    if (!isMissing(fault)) throw fault;
  });
  return turned;
}

const keyThere = (file: string): Promise<Buffer | undefined> =>
  keyIn(file).catch((fault: unknown) => {
    if (isMissing(fault)) return undefined;
    throw fault;
  });

/** The key that another service has just made. */
async function keyMadeBeside(file: string): Promise<Buffer> {
  await readFile(file).catch((fault: unknown) => {
    throw isMissing(fault) ? lost(file) : fault;
  });
  return keyIn(file);
}

const lost = (file: string) =>
  new StartFault(
    `The key that this database was written with is not in ${file}. Bring it back, or set FEUSA_MASTER_KEY.`,
  );

const accepted = ({ fingerprint, next }: MasterState): string[] =>
  next === null ? [fingerprint] : [fingerprint, next];

/** The first one to come says which key it is. */
async function heldAgainst(
  pool: Pick<Pool, 'query'>,
  key: Buffer,
  found: MasterState | undefined,
): Promise<MasterState> {
  const fingerprint = fingerprintOf(key);
  const isOf = (state?: MasterState) => state && accepted(state).includes(fingerprint);
  if (found && isOf(found)) return found;
  const keep = 'insert into keys.master (fingerprint) values ($1) on conflict do nothing';
  if (!found) await pool.query(keep, [fingerprint]);
  // The key may have been turned since it was read.
  const state = (await stateIn(pool))!;
  if (isOf(state)) return state;
  throw new StartFault(
    'The master key is not the one that this database was written with: see master.key and FEUSA_MASTER_KEY.',
  );
}
