import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { nounOf } from '@feusa/contracts/events';
import { folderTopic } from '@feusa/contracts/live';
import { LRUCache } from 'lru-cache';
import type { Projected } from '../read-model/projector.js';
import { changesOf } from '../read-model/rows.js';

const MAX_BYTES = memoryBounds.pages.value;

const keyOf = (id: string | null, hidden: readonly string[]): string =>
  [folderTopic(id), ...hidden].join();

/** Rendered folder pages by topic. A page is dropped when something in it changes. */
export class PageCache {
  private readonly pages = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 3,
    sizeCalculation: ({ length }) => length,
    dispose: (_page, key) => void this.narrowed.delete(key),
  });
  private readonly making = new Map<string, Promise<Buffer>>();
  /** Keys of pages that do not show all that is there, with their topics. */
  private readonly narrowed = new Map<string, string>();
  private generation = 0;

  /**
   * The remembered page, for those who may not see the hidden folders in it, else one that is rendered for all
   * of them who ask meanwhile; it is kept unless something changed.
   */
  async get(
    id: string | null,
    render: () => Promise<Buffer>,
    hidden: readonly string[] = [],
  ): Promise<Buffer> {
    const key = keyOf(id, hidden);
    const known = this.pages.get(key);
    if (known) return known;
    const underWay = this.making.get(key);
    if (underWay) return underWay;
    const { generation } = this;
    const making = render();
    this.making.set(key, making);
    try {
      const page = await making;
      if (generation === this.generation) {
        this.pages.set(key, page);
        if (hidden.length > 0) this.narrowed.set(key, folderTopic(id));
      }
      return page;
    } finally {
      if (this.making.get(key) === making) this.making.delete(key);
    }
  }

  /** The page, where it is remembered. */
  known(id: string | null, hidden: readonly string[]): Buffer | undefined {
    return this.pages.get(keyOf(id, hidden));
  }

  changed(changes: readonly Projected[]): void {
    this.generation++;
    this.making.clear();
    for (const change of changes) this.drop(change);
  }

  clear(): void {
    this.generation++;
    this.making.clear();
    this.narrowed.clear();
    this.pages.clear();
  }

  private drop({ event }: Projected): void {
    // Name and place of a folder stand on every page below it.
    if (nounOf(event.stream) === 'folder' && event.version > 1) return this.clear();
    const topics = new Set(changesOf(event).map(({ topic }) => topic));
    for (const topic of topics) this.pages.delete(topic);
    if (this.narrowed.size === 0) return;
    for (const [key, topic] of this.narrowed) if (topics.has(topic)) this.pages.delete(key);
  }
}
