import { Refusal } from '@feusa/contracts/refusals';
import type { Pool } from 'pg';
import { followLogKey } from './log-key.js';
import { verifyConsistency, type TreeHead } from './merkle.js';
import type { Signed } from './port.js';
import type { CheckpointSigner } from './signer.js';
import { LAST_SIGNED, REMEMBER } from './statements.js';
import { Contradiction, type StoredTree } from './tree.js';

const TRIES = 5;
const NONE = -1;

/** Signs heads of the tree, each proved consistent with the newest one that was signed before. */
export class SignedTree {
  constructor(
    private readonly pool: Pool,
    private readonly tree: StoredTree,
    private readonly signer: CheckpointSigner,
  ) {}

  /** @throws Contradiction where the log, or the tree, is shorter than it was */
  async size(last?: TreeHead): Promise<number> {
    const { size, head } = await this.tree.sizes();
    if (size > head) throw new Contradiction(`the log had ${size} events and has ${head}`);
    if (last && last.size > size) {
      throw new Contradiction(`the tree of ${last.size} events was signed and has ${size}`);
    }
    return size;
  }

  async last(): Promise<Signed | undefined> {
    return (await this.pool.query<Signed>({ name: 'last-signed', text: LAST_SIGNED })).rows[0];
  }

  async checkpoint(size: number): Promise<Signed> {
    for (let tries = 0; tries < TRIES; tries++) {
      const last = await this.last();
      await this.refuseOtherKey(last);
      await this.size(last);
      const head = { size, root: await this.tree.root(size) };
      if (last) await this.prove(last, head);
      const { key } = this.signer;
      const signed = { ...head, note: this.signer.sign(head) };
      // An older tree follows from what is remembered already.
      if (last && size <= last.size) return signed;
      if (await this.remember(signed, last?.size ?? NONE, key)) return signed;
    }
    throw new Refusal('busy');
  }

  /** What is signed by several keys is believed by nobody. */
  private async refuseOtherKey(last: Signed | undefined): Promise<void> {
    const { key: known, chain } = await followLogKey(this.pool, this.signer);
    const { key } = this.signer;
    if (known !== undefined && known !== key)
      throw new Contradiction(`the log is signed by ${known}, the key here is ${key}`);
    if (last && !chain.hasSigned(last.note))
      throw new Contradiction(`${last.size} events were not signed by ${key}`);
  }

  private async prove(last: TreeHead, head: TreeHead): Promise<void> {
    const [older, newer] = last.size <= head.size ? [last, head] : [head, last];
    const proof = await this.tree.consistency(older.size, newer.size);
    if (verifyConsistency(older, newer, proof)) return;
    throw new Contradiction(`the tree is not the one that was signed of ${last.size} events`);
  }

  /** Whether nobody else has signed something since, and the key is still that of the log. */
  private async remember(
    { size, root, note }: Signed,
    previous: number,
    key: string,
  ): Promise<boolean> {
    const values = [size, previous, root, note, key];
    const query = { name: 'remember-signed', text: REMEMBER, values };
    return (await this.pool.query(query)).rowCount === 1;
  }
}
