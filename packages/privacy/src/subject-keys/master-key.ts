import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OWN_DIRECTORY } from '@feusa/platform/own-files';
import { Column, Entity, PrimaryColumn, type DataSource } from 'typeorm';
import { StartFault } from '@feusa/platform/start-fault';
import { KEY_BYTES } from './cipher.js';
import { MASTER_KEY, masterKeyText } from './key-file.js';

export interface MasterKeySettings {
  readonly FEUSA_DATA_DIR: string;
  readonly FEUSA_MASTER_KEY?: Buffer | undefined;
}

/** Which key a database was written with. */
@Entity({ schema: 'keys', name: 'master' })
export class MasterKey {
  @PrimaryColumn('boolean', { default: true })
  readonly one!: true;
  @Column('text')
  readonly fingerprint!: string;
}

const isMissing = (fault: unknown) => (fault as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * The key that wraps all others, 32 bytes: of the setting, else of a file in the data directory, made at
 * the first start.
 * @throws StartFault where the database was written with another key, or the key is lost
 */
export async function openMasterKey(
  { FEUSA_DATA_DIR, FEUSA_MASTER_KEY }: MasterKeySettings,
  source: DataSource,
): Promise<Buffer> {
  const file = path.resolve(FEUSA_DATA_DIR, MASTER_KEY);
  const key = FEUSA_MASTER_KEY ?? (await keyIn(file, source));
  await holdAgainst(source, key);
  return key;
}

/** The text of a key, as the setting and the file have it. @throws StartFault */
function masterKeyOf(text: string, where: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES && key.toString('base64') === text.trim()) return key;
  throw new StartFault(`${where} must be ${KEY_BYTES} bytes in base64.`);
}

async function keyIn(file: string, source: DataSource): Promise<Buffer> {
  const known = await readFile(file, 'utf8').catch((fault: unknown) => {
    if (isMissing(fault)) return undefined;
    throw fault;
  });
  if (known !== undefined) {
    await refuseOpen(file);
    return masterKeyOf(known, file);
  }
  if (await fingerprintIn(source)) return keyMadeBeside(file);
  await mkdir(path.dirname(file), OWN_DIRECTORY);
  const text = masterKeyText(randomBytes(KEY_BYTES));
  // Of several services one makes it, and none sees a part of it.
  const own = `${file}-${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(own, text, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(own, file).catch((fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'EEXIST') throw fault;
    });
  } finally {
    await rm(own);
  }
  return keyMadeBeside(file);
}

/** A group may be how a volume is mounted; everybody is nobody's intent. */
async function refuseOpen(file: string): Promise<void> {
  const { mode } = await stat(file);
  if (process.platform === 'win32' || (mode & 0o007) === 0) return;
  throw new StartFault(
    `${file} opens the personal fields of the log, and everybody on this machine may read it: chmod 600 it.`,
  );
}

/** Where another service has just made it, it is there by now. */
async function keyMadeBeside(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch((fault: unknown) => {
    throw isMissing(fault) ? lost(file) : fault;
  });
  return masterKeyOf(text, file);
}

const lost = (file: string) =>
  new StartFault(
    `The key that this database was written with is not in ${file}. Bring it back, or set FEUSA_MASTER_KEY.`,
  );

/** The first one to come says which key it is. */
async function holdAgainst(source: DataSource, key: Buffer): Promise<void> {
  const fingerprint = fingerprintOf(key);
  if ((await fingerprintIn(source)) === undefined) {
    const insert = source.createQueryBuilder().insert().into(MasterKey);
    await insert.values({ fingerprint }).orIgnore().updateEntity(false).execute();
  }
  if ((await fingerprintIn(source)) === fingerprint) return;
  throw new StartFault(
    'The master key is not the one that this database was written with: see master.key and FEUSA_MASTER_KEY.',
  );
}

const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update('feusa master key').update(key).digest('hex');

async function fingerprintIn(source: DataSource): Promise<string | undefined> {
  return (await source.getRepository(MasterKey).findOneBy({ one: true }))?.fingerprint;
}
