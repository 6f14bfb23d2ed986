import { setImmediate } from 'node:timers/promises';
import { groupBy } from '@feusa/contracts/group-by';
import { nounOf } from '@feusa/contracts/events';
import { OneAnswer } from '../one-answer.js';
import { byName } from '../order.js';
import { LRUCache } from 'lru-cache';
import type { Projected } from '../read-model/projector.js';
import type { DocRow, FolderRow } from '../read-model/rows.js';
import type { ActorOf, Names } from '../read-model/actors.js';
import type { ContentSource } from '../read-model/source.js';
import { actorsIn, docView, folderView, type FaultOf } from '../read-model/views.js';

/** So many things are rendered before others have their turn: about a millisecond. */
const AT_ONCE = 200;

/**
 * The whole tree from the root down, as the bytes of an object without its last brace: what a removed folder
 * holds is not reached.
 */
export async function wholeTree(
  source: ContentSource,
  names: Names,
  faultOf?: FaultOf,
): Promise<Buffer> {
  const [folders, docs] = await Promise.all([source.allFolders(), source.allDocs()]);
  const actorOf = await names.known(actorsIn(docs));
  const rendering = new Rendering(
    groupBy(folders, ({ parentId }) => parentId),
    groupBy(docs, ({ folderId }) => folderId),
    { actorOf, faultOf },
  );
  return rendering.run();
}

class Rendering {
  private readonly pieces: Buffer[] = [];
  private text = '{"folders":[';
  private rendered = 0;

  constructor(
    private readonly childrenOf: ReadonlyMap<string | null, readonly FolderRow[]>,
    private readonly docsOf: ReadonlyMap<string, readonly DocRow[]>,
    private readonly known: { readonly actorOf: ActorOf; readonly faultOf: FaultOf | undefined },
  ) {}

  async run(): Promise<Buffer> {
    await this.below(null, '');
    this.text += ']';
    this.cut();
    return Buffer.concat(this.pieces);
  }

  private async below(parentId: string | null, path: string): Promise<void> {
    let separator = '';
    for (const row of [...(this.childrenOf.get(parentId) ?? [])].sort(byName)) {
      const view = folderView(row, path);
      this.text += `${separator}${JSON.stringify(view).slice(0, -1)},"folders":[`;
      separator = ',';
      await this.below(row.id, view.path);
      this.text += '],"docs":[';
      await this.docs(row.id);
      this.text += ']}';
      if (this.isDue()) await this.rest();
    }
  }

  private async docs(folderId: string): Promise<void> {
    let separator = '';
    for (const row of [...(this.docsOf.get(folderId) ?? [])].sort(byName)) {
      const { actorOf, faultOf } = this.known;
      this.text += separator + JSON.stringify(docView(row, actorOf, faultOf));
      separator = ',';
      if (this.isDue()) await this.rest();
    }
  }

  private isDue(): boolean {
    return ++this.rendered % AT_ONCE === 0;
  }

  private async rest(): Promise<void> {
    this.cut();
    await setImmediate();
  }

  private cut(): void {
    this.pieces.push(Buffer.from(this.text));
    this.text = '';
  }
}

const isInIt = ({ event: { stream } }: Projected) =>
  ['folder', 'file', 'link'].includes(nounOf(stream));

/** Trees of which not everything is shown; more than these are made again. */
const NARROWED = 8;

/** The rendered tree for each set of folders that somebody may not see: of most that is none. */
export class TreeCache {
  private readonly whole = new OneAnswer();
  private readonly narrowed = new LRUCache<string, OneAnswer>({ max: NARROWED });

  get(render: () => Promise<Buffer>, hidden: readonly string[] = []): Promise<Buffer> {
    if (hidden.length === 0) return this.whole.get(render);
    const key = hidden.join();
    const tree = this.narrowed.get(key) ?? new OneAnswer();
    this.narrowed.set(key, tree);
    return tree.get(render);
  }

  changed(changes: readonly Projected[]): void {
    if (changes.some(isInIt)) this.clear();
  }

  clear(): void {
    this.whole.clear();
    for (const tree of this.narrowed.values()) tree.clear();
  }
}
