import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint } from '@feusa/platform/failpoint';
import { StartFault } from '@feusa/platform/start-fault';
import type { Config } from '@feusa/profiles/config';
import { openCheckpointTurning } from '@feusa/profiles/turning-checkpoints';
import type { CheckpointSigner } from '@feusa/transparency/signer';

/** Every process has looked by then. */
const SETTLED_MS = 6000;

export interface CheckpointOptions {
  readonly file?: string;
  readonly finish?: boolean;
  readonly anyway?: boolean;
}

interface Turn {
  readonly turning: Awaited<ReturnType<typeof openCheckpointTurning>>;
  readonly options: CheckpointOptions;
  /** Whether all processes have this data directory. */
  readonly isOnlyOne: boolean;
  readonly print: (line: string) => void;
}

/** Hands the log over to the next key that signs checkpoints. @throws StartFault that says what is missing */
export async function turnCheckpoints(
  config: Config,
  given: string,
  { print, ...options }: CheckpointOptions & { readonly print: (line: string) => void },
): Promise<void> {
  const turning = await openCheckpointTurning(config, given);
  const isOnlyOne = config.FEUSA_PROFILE === 'standalone' && options.file === undefined;
  const turn: Turn = { turning, options, isOnlyOne, print };
  await (options.finish ? finish(turn) : turnAll(turn)).finally(() => turning.close());
}

async function turnAll(turn: Turn): Promise<void> {
  const { turning, options, isOnlyOne, print } = turn;
  const [doubt] = (await turning.examine()).contradictions;
  if (doubt) throw new StartFault(`The log is not handed over: ${doubt.reason}.`);
  if (!(await turning.isUnderWay())) await handOver(turn);
  await failpoint('turn.after_commit');
  const files = await turning.keep((await turning.last())!);
  print(
    `The log is signed by ${await turning.logKey()} now. Both keys say so in ${files.join(' and ')}.`,
  );
  if (options.file === undefined) await turning.replaceKey();
  await failpoint('turn.key_replaced');
  if (isOnlyOne) {
    await sleep(SETTLED_MS);
    return end(turn);
  }
  print(
    'Services go on with it. Now put it in the place of checkpoint.key wherever that lies, and run ' +
      '`npm run turn-key -- checkpoint --finish` there. Until then services start with either.',
  );
}

async function handOver({ turning, options }: Turn): Promise<void> {
  const next = await turning.openNext(options.file);
  if (next.key === turning.own) throw new StartFault('The next key is the one that is in use.');
  await refuseUnknown(turning, next, options);
  if (!(await turning.turn(next)))
    throw new StartFault(
      `The log is signed by ${await turning.logKey()}, and not by the key here.`,
    );
}

/** A witness that does not know the next key would not sign any more. */
async function refuseUnknown(
  turning: Turn['turning'],
  next: CheckpointSigner,
  { anyway }: CheckpointOptions,
): Promise<void> {
  const names = anyway ? [] : await turning.unknownTo(next);
  if (names.length === 0) return;
  throw new StartFault(
    `Witnesses do not sign for the next key yet, or are away: ${names.join(', ')}. Give it to their operators, beside the ` +
      `one of now, and call this again; or go on without them with --anyway. It is ${next.key}`,
  );
}

/** Whoever has the next key in its place needs nobody to give it any more. */
async function finish(turn: Turn): Promise<void> {
  const { turning } = turn;
  if (!(await turning.isUnderWay())) throw new StartFault('The key is not being turned.');
  const key = await turning.logKey();
  if (turning.own !== key)
    throw new StartFault(`checkpoint.key is still the old key: put ${key} in its place first.`);
  await end(turn);
}

async function end({ turning, print }: Turn): Promise<void> {
  await turning.end();
  print(
    'The old key signs nothing any more: destroy it. Give auditors the new one and the statement.',
  );
}
