import { GrowingTree, leafHash } from '@feusa/transparency/merkle';
import type { TransparentLog } from '@feusa/transparency/port';
import { Refusal } from '@feusa/contracts/refusals';

/** Goes along while the log is hashed and compares with its tree, and with all that was signed of it. */
export class TreeCheck {
  private readonly events = new GrowingTree();
  private leaves: readonly Buffer[] = [];
  private signed = new Map<number, Buffer>();
  /** What follows from the events that the tree holds. */
  private root: Buffer;

  private constructor(
    private readonly tree: TransparentLog,
    private readonly size: number,
    private readonly signedSize: number,
  ) {
    this.root = this.events.root();
  }

  /** To be called before the head of the log is looked at: the tree is never ahead of it. */
  static async begin(tree: TransparentLog): Promise<TreeCheck> {
    const last = await tree.lastSigned();
    return new TreeCheck(tree, await tree.maintainer.checkpoint(), last?.size ?? 0);
  }

  /** Gets ready for the next events, at most so many. Answers with what is wrong, if anything. */
  async expect(limit: number): Promise<string | undefined> {
    const after = this.events.size;
    const most = Math.max(0, Math.min(limit, this.size - after));
    const [signed, broken] = await Promise.all([
      this.tree.signed(after, after + limit),
      orBroken(async () => {
        this.leaves = await this.tree.leaves(after, most);
      }),
    ]);
    this.signed = new Map(signed.map(({ size, root }) => [size, root]));
    return broken;
  }

  /** The next event, the `index`th since `expect`. Answers with what is wrong, if anything. */
  add(bytes: string, index: number): string | undefined {
    const leaf = leafHash(bytes);
    this.events.add(leaf);
    const { size } = this.events;
    const known = this.leaves[index];
    if (known && !known.equals(leaf)) return 'the event is not the one in the tree';
    if (size === this.size) this.root = this.events.root();
    const signed = this.signed.get(size);
    if (signed && !signed.equals(this.events.root())) return 'the log is not what was signed of it';
    return undefined;
  }

  /** Once all events were added. Answers with what is wrong, if anything. */
  async end(): Promise<string | undefined> {
    if (this.events.size < this.size) return 'the log has fewer events than its tree';
    if (this.events.size < this.signedSize) return 'the log has fewer events than were signed';
    if (this.size < this.signedSize) return 'the tree has fewer events than were signed';
    let root: Buffer | undefined;
    const broken = await orBroken(async () => {
      root = await this.tree.root(this.size);
    });
    return broken ?? (root?.equals(this.root) ? undefined : 'the tree does not fit its leaves');
  }
}

async function orBroken(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'audit/contradiction')
      return 'the tree has a hole';
    throw fault;
  }
}
