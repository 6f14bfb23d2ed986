import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
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
  await (options.finish ? finishTurn(turn) : turnAll(turn)).finally(close);
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
  const file = path.join(path.resolve(turn.config.FEUSA_DATA_DIR), MASTER_KEY);
  await rename(nextIn(turn), file);
  print(`The key is ${nameOf(next)}, in ${file}. The old one is of use for old backups alone.`);
}

/** The key in the data directory may be turned no further yet than that the next one lies beside it. */
async function finishTurn(turn: Turn): Promise<void> {
  const next = await nextKeyOf(turn);
  if (turn.isOurs && (next ?? existsSync(nextIn(turn)))) return turnAll(turn);
  if (!next) throw new StartFault('The key is not being turned.');
  return finish(turn, next);
}

/** Whoever sets the next key first has it where services will look for it. */
async function finish(turn: Turn, next: Buffer): Promise<void> {
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

const nextIn = ({ config }: Pick<Turn, 'config'>) =>
  path.join(path.resolve(config.FEUSA_DATA_DIR), NEXT_MASTER_KEY);
const nameOf = (key: Buffer) => shortName(fingerprintOf(key));

/** The key to turn to: given, else made beside the one in the data directory. */
async function newKey(turn: Turn): Promise<Buffer> {
  const { config, isOurs, options } = turn;
  const { file, command } = options;
  const given = await givenKey({
    ...{ key: config.FEUSA_NEXT_MASTER_KEY, file, fileBy: '--file', command },
  });
  if (!isOurs) return given ?? missing();
  await writeKey(nextIn(turn), given ?? randomBytes(KEY_BYTES));
  return keyIn(nextIn(turn));
}

function missing(): never {
  throw new StartFault(
    'The next key is needed: FEUSA_NEXT_MASTER_KEY, --file or --command. openssl rand -base64 32 makes one.',
  );
}
