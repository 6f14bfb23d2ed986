import { StartFault } from '@feusa/platform/start-fault';
import { readVerifierKey } from '@feusa/transparency/checkpoint';
import { openCosigner } from '@feusa/transparency/signer';
import { openFileMemory } from '@feusa/transparency/witness/file';
import { Witness } from '@feusa/transparency/witness/witness';

export interface WitnessSettings {
  /** Where its key and what it has seen lie. */
  readonly dir: string;
  /** `NAME+ID+KEY` of the logs that it witnesses. */
  readonly logs: readonly string[];
  /** Names it and its key. */
  readonly name: string;
}

/** A witness on its own, without the product. @throws StartFault for a bad key or a directory in use */
export async function openWitness({ dir, logs, name }: WitnessSettings) {
  const verifiers = logs.map((key) => {
    const verifier = readVerifierKey(key);
    if (!verifier) throw new StartFault(`This is no NAME+ID+KEY of a log: ${key}`);
    return verifier;
  });
  const memory = await openFileMemory(dir);
  const witness = new Witness({ logs: verifiers, memory, cosigner: await openCosigner(dir, name) });
  return { witness, close: () => memory.close() };
}
