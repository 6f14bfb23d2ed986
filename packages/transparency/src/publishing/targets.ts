import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Mail } from '@feusa/platform/mail/port';
import { textIfThere } from '@feusa/platform/text-file';
import { readCheckpoint } from '../checkpoint.js';
import { CHECKPOINT } from '../guard/known.js';
import type { KeyChain } from '../keys/chain.js';
import type { TreeHead } from '../merkle.js';
import type { TransparentLog } from '../port.js';
import { replaceFile } from '../witness/file.js';
import { ContradictedLog, type Target } from './port.js';
import type { WitnessAddress } from './witness-address.js';
import { WitnessClient } from './witness-client.js';

export const nameOfWitness = ({ verifier }: WitnessAddress): string => `witness ${verifier.name}`;
export const nameOfDirectory = (directory: string): string => `directory ${directory}`;

/** A witness, whose signature is kept. */
export function witnessTarget(
  address: WitnessAddress,
  tree: TransparentLog,
  everySeconds: number,
): Target {
  const client = new WitnessClient(address, tree);
  const { name } = address.verifier;
  return {
    name: nameOfWitness(address),
    everySeconds,
    send: async (signed) => tree.cosigned(signed, name, await client.sign(signed)),
  };
}

/**
 * The newest one is in `checkpoint`, the last of each day (UTC) in a file of that day. What lies there and
 * is not the beginning of the log, or not by its key, stays.
 */
export const directoryTarget = (
  { directory, chain, tree }: DirectoryOptions,
  everySeconds: number,
): Target => ({
  name: nameOfDirectory(directory),
  everySeconds,
  async send({ size, note }) {
    await mkdir(directory, { recursive: true });
    const kept = await keptIn(directory, chain);
    if (kept && (await sizeOfSame(kept, tree)) > size) return;
    const day = new Date().toISOString().slice(0, 10);
    for (const name of [`checkpoint-${day}`, CHECKPOINT]) {
      await replaceFile(path.join(directory, name), note, FOR_ALL);
    }
  },
});

/** Others are to read it: a checkpoint is kept where it can speak against this machine. */
const FOR_ALL = { mode: 0o644 };

export interface DirectoryOptions {
  readonly directory: string;
  /** The keys of the log: what others have put into the directory is not replaced. */
  chain(): Promise<KeyChain>;
  readonly tree: Pick<TransparentLog, 'size' | 'root'>;
}

async function keptIn(
  directory: string,
  chainOf: DirectoryOptions['chain'],
): Promise<TreeHead | undefined> {
  const note = await textIfThere(path.join(directory, CHECKPOINT));
  if (note === undefined || note === '') return undefined;
  const kept = readCheckpoint(note);
  const chain = await chainOf();
  if (kept && chain.hasSigned(note)) return kept;
  if (kept?.origin === chain.origin && chain.isForeign(note))
    throw new ContradictedLog(`holds a checkpoint by another key, of ${kept.size} events`);
  throw new Error(`holds something else than a checkpoint of this log, which stays as it is`);
}

async function sizeOfSame({ size, root }: TreeHead, tree: DirectoryOptions['tree']) {
  const has = await tree.size();
  if (size > has)
    throw new ContradictedLog(`holds a checkpoint of ${size} events, the log has ${has}`);
  if ((await tree.root(size)).equals(root)) return size;
  throw new ContradictedLog(`holds a checkpoint of another log than this one, of ${size} events`);
}

export const mailTarget = (to: string, mail: Mail, everySeconds: number): Target => ({
  name: `mail ${to}`,
  everySeconds,
  send: ({ note, size }) =>
    mail.send({
      to,
      subject: `Checkpoint of ${size} events`,
      text: `${INTRODUCTION}${note}`,
    }),
});

const INTRODUCTION = `Keep this letter. It says what the log of the installation was when it was sent:
the text below, from the log's name on, is a signed checkpoint. Save it as a file and
give it to whoever checks the log: node verify.mjs --checkpoint FILE

`;
