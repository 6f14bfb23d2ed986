import { Refusal } from '@feusa/contracts/refusals';
import type { EventStore } from '@feusa/event-log/store/port';
import { leafHash } from '../merkle.js';
import type { Signed, TransparentLog } from '../port.js';
import { WitnessContradiction, type WitnessClient } from '../publishing/witness-client.js';
import type { Known } from './known.js';

/** The log may be longer than it was when the witness was asked. */
const TRIES = 5;

/** Something that the log is not what is known of it by. */
export interface Contradiction {
  /** In words. */
  readonly reason: string;
  readonly known?: Known;
  /** Of the log, by its database; the key here is another one. */
  readonly logKey?: string;
  /** By which the log was turned from one key to another, though not by the word of both. */
  readonly successions?: readonly string[];
  /** A witness that has signed another log, and how many events of it. */
  readonly witness?: { readonly name: string; readonly size: number };
}

export interface CompareOptions {
  readonly store: Pick<EventStore, 'head' | 'read' | 'readRecords'>;
  readonly tree: TransparentLog;
}

/** Compares the log with a checkpoint of it that was kept. */
export async function compareWithCheckpoint(
  { store, tree }: CompareOptions,
  known: Known,
): Promise<Contradiction | undefined> {
  const { position: head } = await store.head();
  const { size, root, where } = known;
  if (head < size) {
    return {
      known,
      reason: `the log has ${head} events and is shorter than checkpoint ${size} in ${where}`,
    };
  }
  const differs = {
    known,
    reason: `the log is another one than that of checkpoint ${size} in ${where}`,
  };
  try {
    await catchUp({ store, tree }, size);
    if (!(await tree.root(size)).equals(root)) return differs;
    return (await isInTree({ store, tree }, size)) ? undefined : differs;
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'audit/contradiction') return differs;
    throw fault;
  }
}

/** What a crash forgot of the tree is computed again. */
export async function catchUp({ store, tree }: CompareOptions, size: number): Promise<void> {
  if (size > 0) await tree.maintainer.handle(await store.read(size - 1, 1));
}

/** The tree is made from the events, and not the other way: the last one is hashed anew. */
async function isInTree({ store, tree }: CompareOptions, size: number): Promise<boolean> {
  if (size === 0) return true;
  const [[record], { leafHash: leaf }] = await Promise.all([
    store.readRecords(size - 1, 1),
    tree.inclusion(size, size),
  ]);
  return record?.position === size && leafHash(record.bytes).equals(leaf);
}

/** What a witness says of the log; undefined where it signs it, `away` where it cannot be asked. */
export type Said = Contradiction | 'away' | undefined;

/** Asks a witness to sign the log as it is. */
export async function compareWithWitness(
  { store, tree }: CompareOptions,
  client: WitnessClient,
): Promise<Said> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const { position } = await store.head();
      await catchUp({ store, tree }, position);
      await client.sign(await tree.checkpoint(position));
      return undefined;
    } catch (fault) {
      if (!(fault instanceof WitnessContradiction)) return 'away';
      const { head, size } = { head: await store.head(), size: fault.size };
      const isOutrun = fault.isLonger && head.position >= size;
      if (!isOutrun) return contradictionOf(client, size, fault.message);
    }
  }
  return 'away';
}

/** What a witness holds, where nothing may be signed that it could be asked with. */
export async function sizeAtWitness(client: WitnessClient, signed: Signed): Promise<Said> {
  try {
    const size = await client.size(signed);
    if (size === 0) return undefined;
    return contradictionOf(client, size, `has signed ${size} events, perhaps of the other log`);
  } catch {
    return 'away';
  }
}

function contradictionOf({ address }: WitnessClient, size: number, said: string): Contradiction {
  const { name } = address.verifier;
  return { witness: { name, size }, reason: `witness ${name} ${said}` };
}
