import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '@feusa/profiles/config';
import { openTurning } from '@feusa/profiles/turning';
import { StartFault } from '@feusa/platform/start-fault';
import { KEY_BYTES } from '@feusa/privacy/subject-keys/cipher';
import { givenKey, keyIn } from '@feusa/privacy/subject-keys/given-key';
import { MASTER_KEY, NEXT_MASTER_KEY } from '@feusa/privacy/subject-keys/key-file';
import { writeKey } from '@feusa/privacy/subject-keys/master-key';
import { fingerprintOf, LOOK_MS, shortName } from '@feusa/privacy/subject-keys/master-keys';
import {
  beginTurn,
  endTurn,
  nextKeyOf,
  rewrap,
  type TurnOptions,
} from '@feusa/privacy/subject-keys/turning';

/** Every process has looked by then. */
const SETTLED_MS = 3 * LOOK_MS;

export interface MasterOptions {
  readonly file?: string;
  readonly command?: string;
  readonly finish?: boolean;
}

interface Turn extends TurnOptions {
  readonly config: Config;
  /** Whether the key is in the data directory, where this tool replaces it. */
  readonly isOurs: boolean;
  readonly options: MasterOptions;
  readonly print: (line: string) => void;
}

/** @throws StartFault that says what is missing */
export async function turnMaster(
  config: Config,
  given: string,
  { print, ...options }: MasterOptions & { readonly print: (line: string) => void },
): Promise<void> {
  const { close, ...opened } = await openTurning(config, given);
  const turn: Turn = { ...opened, config, options, print };
  await (options.finish && !opened.isOurs ? finish(turn) : turnAll(turn)).finally(close);
}

async function turnAll(turn: Turn): Promise<void> {
  const { own, isOurs, print } = turn;
  const next = (await nextKeyOf(turn)) ?? (await newKey(turn));
  if (fingerprintOf(next) !== fingerprintOf(own)) await beginTurn(turn, next);
  print(`From ${nameOf(own)} to ${nameOf(next)}: both are accepted now.`);
  await sleep(SETTLED_MS);
  print(`${await rewrap(turn)} keys and secrets are wrapped anew.`);
  if (!isOurs)
    return print(
      'Now set FEUSA_MASTER_KEY (or its file or command) to the next key wherever it stands, and run ' +
        '`npm run turn-key -- master --finish` with it. Until then services start with either.',
    );
  await end(turn);
  const dir = path.resolve(turn.config.FEUSA_DATA_DIR);
  await rename(path.join(dir, NEXT_MASTER_KEY), path.join(dir, MASTER_KEY));
  print(
    `The key is ${nameOf(next)}, in ${path.join(dir, MASTER_KEY)}. The old one is of use for old backups alone.`,
  );
}

/** Whoever sets the next key first has it where services will look for it. */
async function finish(turn: Turn): Promise<void> {
  const next = await nextKeyOf(turn);
  if (!next) throw new StartFault('The master key is not being turned.');
  if (!next.equals(turn.own))
    throw new StartFault(
      `FEUSA_MASTER_KEY is still the old key: set the next one, ${nameOf(next)}, first.`,
    );
  await end(turn);
  turn.print(`The key is ${nameOf(next)}. The old one is of use for old backups alone.`);
}

/** What was wrapped by the old key meanwhile is wrapped anew, until there is no more. */
async function end(turn: Turn): Promise<void> {
  while (!(await endTurn(turn))) await rewrap(turn);
}

const nameOf = (key: Buffer) => shortName(fingerprintOf(key));

/** The key to turn to: given, else made beside the one in the data directory. */
async function newKey({ config, isOurs, options }: Turn): Promise<Buffer> {
  const { file, command } = options;
  const given = await givenKey({
    ...{ key: config.FEUSA_NEXT_MASTER_KEY, file, fileBy: '--file', command },
  });
  const next = path.join(path.resolve(config.FEUSA_DATA_DIR), NEXT_MASTER_KEY);
  if (!isOurs) return given ?? missing();
  await writeKey(next, given ?? randomBytes(KEY_BYTES));
  return keyIn(next);
}

function missing(): never {
  throw new StartFault(
    'The next key is needed: FEUSA_NEXT_MASTER_KEY, --file or --command. openssl rand -base64 32 makes one.',
  );
}
