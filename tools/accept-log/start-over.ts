import { readFile } from 'node:fs/promises';
import { readConfig } from '@feusa/profiles/config';
import { startOver } from '@feusa/profiles/start-over';
import { withDatabase } from '@feusa/profiles/standalone-database';
import { unreadable } from '../verify-log/trusted-checkpoint.js';

interface Wish {
  readonly log: string;
  /** A file. */
  readonly statement: string;
  readonly by: string;
  readonly reason: string;
  /** Of a witness without the product. */
  readonly dir?: string;
}

/** Has a witness forget a log whose operators have said that it goes on otherwise. @throws StartFault */
export async function startOverWith({ dir, statement: file, ...wish }: Wish): Promise<void> {
  const statement = await readFile(file, 'utf8').catch(unreadable(file));
  const asked = { ...wish, statement };
  const was = await (dir === undefined ? ofThisInstallation(asked) : startOver({ dir }, asked));
  console.log(
    was === undefined
      ? 'The witness does not know this log: nothing is to be forgotten.'
      : `The witness has forgotten ${was} events of this log and signs what it is asked for next. Kept aside.`,
  );
}

function ofThisInstallation(wish: Parameters<typeof startOver>[1]) {
  const config = readConfig(process.env);
  const { DATABASE_OWNER_URL: ownerUrl } = config;
  return withDatabase(config, (url) => startOver({ url, ownerUrl }, wish));
}
