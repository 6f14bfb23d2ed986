import { Refusal } from '@feusa/contracts/refusals';
import type { EventStore } from '../../event-store/port.js';
import { leafHash } from '../merkle.js';
import type { TransparentLog } from '../port.js';
import { WitnessContradiction, type WitnessClient } from '../publishing/witness-client.js';
import type { Known } from './known.js';

/** Something that the log is not what is known of it by. */
export interface Contradiction {
  /** In words. */
  readonly reason: string;
  readonly known?: Known;
  /** The name of a witness that has signed another log. */
  readonly witness?: string;
}

export interface CompareOptions {
  readonly store: Pick<EventStore, 'head' | 'read' | 'readRecords'>;
  readonly tree: TransparentLog;
}

/** Compares the log with a checkpoint of it that was kept. */
export async function compare(
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
  if (size > 0) await tree.keeper.handle(await store.read(size - 1, 1));
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

/** Asks a witness to sign the log as it is; one that is away has nothing to say. */
export async function compareWithWitness(
  { store, tree }: CompareOptions,
  client: WitnessClient,
): Promise<Contradiction | undefined> {
  try {
    const { position } = await store.head();
    await catchUp({ store, tree }, position);
    await client.sign(await tree.checkpoint(position));
    return undefined;
  } catch (fault) {
    if (!(fault instanceof WitnessContradiction)) return undefined;
    const { name: witness } = client.address.verifier;
    return { witness, reason: `witness ${witness} ${fault.message}` };
  }
}
