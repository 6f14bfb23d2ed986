import { existsSync } from 'node:fs';
import path from 'node:path';
import { StartFault } from '@feusa/platform/start-fault';
import type { Config } from './config.js';

/** The file in the data directory that is there from before a restore brings keys until it is proved whole. */
export const unfinishedRestoreIn = (dataDir: string): string =>
  path.join(dataDir, 'restore.unfinished');

/** What to say of a data directory with that file, undefined where it has none. */
export function unfinishedRestoreOf(dataDir: string): string | undefined {
  if (!existsSync(unfinishedRestoreIn(dataDir))) return undefined;
  return `The restore into ${dataDir} ended before it was whole: restore again, where need be after emptying it and its database.`;
}

/** With the keys of a log and without its events the product would sign a second history. @throws StartFault */
export function refuseUnfinishedRestore({ FEUSA_DATA_DIR }: Pick<Config, 'FEUSA_DATA_DIR'>): void {
  const fault = unfinishedRestoreOf(path.resolve(FEUSA_DATA_DIR));
  if (fault !== undefined) throw new StartFault(fault);
}
