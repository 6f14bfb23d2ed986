import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@feusa/contracts/refusals';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { readVerifierKey } from './checkpoint.js';
import { keysBefore } from './guard/acceptances.js';
import { TreeMaintainer } from './tree-maintainer.js';
import { logKeysIn } from './log-key.js';
import type { Signed, TransparentLog } from './port.js';
import type { CheckpointSigner } from './signer.js';
import { SignedTree } from './signed-tree.js';
import { COSIGNATURES, COSIGNED, EARLIER, SIGNED } from './statements.js';
import { Contradiction, StoredTree } from './tree.js';

const WAIT_MS = 2000;
const LOOK_EVERY_MS = 20;

export interface TransparencyOptions {
  /** Belongs to the caller; the log and the tree are in its database. */
  readonly pool: Pool;
  readonly signer: CheckpointSigner;
  /** The keys of those who are asked to sign too. */
  readonly witnesses?: readonly string[];
  readonly log: Pick<Logger, 'error'>;
}

/** The transparent log in schema `transparency` of the event store's database. */
export function openTransparentLog({
  pool,
  signer,
  witnesses = [],
  log,
}: TransparencyOptions): TransparentLog {
  const tree = new StoredTree(pool);
  const signedTree = new SignedTree(pool, tree, signer);
  const refusing = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (err) {
      if (!(err instanceof Contradiction)) throw err;
      log.error({ err }, 'the log contradicts what was signed or hashed of it');
      throw new Refusal('audit/contradiction');
    }
  };
  return {
    get key() {
      return signer.key;
    },
    witnesses,
    logKey: async () => (await logKeysIn(pool)).key ?? signer.key,
    successions: async () => (await logKeysIn(pool)).successions,
    async keysBefore() {
      const key = readVerifierKey((await logKeysIn(pool)).key ?? '') ?? signer.verifier;
      return keysBefore(pool, key);
    },
    maintainer: new TreeMaintainer(pool, tree),
    async reached(position = 0) {
      const until = performance.now() + WAIT_MS;
      while ((await tree.sizes()).size < position) {
        if (performance.now() > until) throw new Refusal('still-updating');
        await sleep(LOOK_EVERY_MS);
      }
    },
    size: () => refusing(signedTree.size()),
    async checkpoint(size) {
      const signed = await refusing(signedTree.checkpoint(size));
      const { rows } = await pool.query<{ line: string }>(COSIGNATURES, [size, signed.root]);
      return { ...signed, note: signed.note + rows.map(({ line }) => line).join('') };
    },
    async cosigned({ size, root }, witness, line) {
      await pool.query(COSIGNED, [size, root, witness, line]);
    },
    lastSigned: () => signedTree.last(),
    async earlier(before, limit) {
      return (await pool.query<Signed>(EARLIER, [before, limit])).rows;
    },
    async signed(after, upTo) {
      return (await pool.query<Signed>(SIGNED, [after, upTo])).rows;
    },
    inclusion: (position, size) => refusing(tree.inclusion(position, size)),
    subtrees: (ranges) => refusing(tree.roots(ranges)),
    consistency: (from, to) => refusing(tree.consistency(from, to)),
    leaves: (after, limit) => refusing(tree.tileLeaves(after, limit)),
    root: (size) => refusing(tree.root(size)),
  };
}
