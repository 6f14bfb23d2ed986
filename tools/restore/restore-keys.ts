import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '@feusa/profiles/config';
import { unfinishedRestoreIn, unfinishedRestoreOf } from '@feusa/profiles/unfinished-restore';
import { SIGNING_KEY } from '@feusa/transparency/signer';
import { StartFault } from '@feusa/platform/start-fault';
import { keyOf } from '@feusa/privacy/subject-keys/given-key';
import { MASTER_KEY } from '@feusa/privacy/subject-keys/key-file';
import { masterKeyOf } from '@feusa/privacy/subject-keys/master-key';
import { fingerprintOf, shortName } from '@feusa/privacy/subject-keys/master-keys';
import type { KeyDirectory } from '../backup/key-directory.js';

interface Key {
  readonly file: string;
  readonly text: string;
}

const OF_OWNER = { mode: 0o600, flush: true } as const;

/** The keys that a restore brings: the product does not start on them before it is whole. */
export class RestoredKeys {
  private isFilling = false;

  private constructor(
    private readonly marker: string,
    private readonly brought: readonly Key[],
    /** Of an earlier restore into the same directory that ended before it was whole. */
    readonly unfinished: string | undefined,
  ) {}

  /**
   * Brings the keys: the product must go on signing as before, and read what it has encrypted.
   * @throws StartFault where there are others already, which stay; nothing was written then
   */
  static async bring(config: Config, keys: KeyDirectory): Promise<RestoredKeys> {
    const dataDir = path.resolve(config.FEUSA_DATA_DIR);
    const marker = unfinishedRestoreIn(dataDir);
    const missing = await missingKeys(config, keys);
    const restored = new RestoredKeys(marker, missing, unfinishedRestoreOf(dataDir));
    if (missing.length > 0) {
      await mkdir(dataDir, { recursive: true });
      await writeFile(marker, '', OF_OWNER);
    }
    for (const { file, text } of missing) await writeFile(file, text, { ...OF_OWNER, flag: 'wx' });
    return restored;
  }

  /** From now on the directory holds a part of the backup, also where the keys were there before. */
  async filling(): Promise<void> {
    this.isFilling = true;
    await writeFile(this.marker, '', OF_OWNER);
  }

  /** The product still does not start where there is a part of the backup. */
  async takeBack(): Promise<void> {
    for (const { file } of this.brought) await rm(file, { force: true });
    if (!this.isFilling && this.unfinished === undefined) await this.whole();
  }

  /** Lets the product start. */
  whole(): Promise<void> {
    return rm(this.marker, { force: true });
  }
}

/** The files of the keys that are not in the settings. @throws StartFault */
async function namesOf(config: Config, keys: KeyDirectory): Promise<readonly string[]> {
  const set = await masterKeyOf(config);
  if (!set) return [SIGNING_KEY, MASTER_KEY];
  const own = nameOf(keyOf(await keys.text(MASTER_KEY), MASTER_KEY));
  if (nameOf(set) === own) return [SIGNING_KEY];
  throw new StartFault(
    `The backup was made with master key ${own}, and FEUSA_MASTER_KEY is ${nameOf(set)}, another key than that of the ` +
      'backup: restore with that one, which is among its keys, and turn it afterwards.',
  );
}

const nameOf = (key: Buffer) => shortName(fingerprintOf(key));

/** The keys that a restore has to bring. @throws StartFault where another key is there, or in the settings */
export async function missingKeys(config: Config, keys: KeyDirectory): Promise<Key[]> {
  const dataDir = path.resolve(config.FEUSA_DATA_DIR);
  const missing: Key[] = [];
  for (const name of await namesOf(config, keys)) {
    const file = path.join(dataDir, name);
    const text = await keys.text(name);
    const there = await readFile(file, 'utf8').catch(() => undefined);
    if (there === undefined) missing.push({ file, text });
    else if (there.trim() !== text.trim())
      throw new StartFault(`${file} is another key than that of the backup, and stays as it is.`);
  }
  return missing;
}
