import { nounOf } from '@feusa/contracts/events';
import { folderTopic } from '@feusa/contracts/live';
import { LRUCache } from 'lru-cache';
import type { Projected } from '../read-model/projector.js';
import { changesOf } from '../read-model/rows.js';

const MAX_BYTES = 24 * 1024 * 1024;

/** Rendered folder pages by topic. A page is dropped when something in it changes. */
export class PageCache {
  private readonly pages = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 3,
    sizeCalculation: ({ length }) => length,
  });
  private generation = 0;

  /** The remembered page, else a freshly rendered one; it is kept unless something changed meanwhile. */
  async get(id: string | null, render: () => Promise<Buffer>): Promise<Buffer> {
    const key = folderTopic(id);
    const known = this.pages.get(key);
    if (known) return known;
    const { generation } = this;
    const page = await render();
    if (generation === this.generation) this.pages.set(key, page);
    return page;
  }

  changed(changes: readonly Projected[]): void {
    this.generation++;
    for (const change of changes) this.drop(change);
  }

  clear(): void {
    this.generation++;
    this.pages.clear();
  }

  private drop({ event }: Projected): void {
    // Name and place of a folder stand on every page below it.
    if (nounOf(event.stream) === 'folder' && event.version > 1) return this.clear();
    for (const { topic } of changesOf(event)) this.pages.delete(topic);
  }
}
