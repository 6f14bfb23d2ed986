import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { folderTopic, type Topic } from '@feusa/contracts/live';
import { LRUCache } from 'lru-cache';
import type { ReadModel } from '../read-model/read-model.js';

const REMEMBERED = memoryBounds.shownFolders.value;
const prefix = 'folder:';
const root = folderTopic(null);

/** Which topics are about folders that there are, removed ones too: those may come back. */
export class KnownFolders {
  private readonly known = new LRUCache<string, true>({ max: REMEMBERED });

  constructor(private readonly model: ReadModel) {}

  /** Those of these topics that are about no folder, or one that is hidden, which is as long to find out; one that was only just added is waited for. */
  async unknownOf(topics: readonly Topic[], isSeen: (topic: Topic) => boolean): Promise<Topic[]> {
    const unknown = await this.lookUp(topics, isSeen);
    if (unknown.length === 0) return unknown;
    const { store, progress } = this.model;
    const { position } = await store.head();
    if (position === progress.position) return unknown;
    await progress.reached(position).catch(() => undefined);
    return this.lookUp(unknown, isSeen);
  }

  private async lookUp(
    topics: readonly Topic[],
    isSeen: (topic: Topic) => boolean,
  ): Promise<Topic[]> {
    const unsure = topics.filter(
      (topic) =>
        topic.startsWith(prefix) && topic !== root && !(this.known.has(topic) && isSeen(topic)),
    );
    if (unsure.length === 0) return unsure;
    const ids = unsure.map((topic) => topic.slice(prefix.length));
    for (const { id } of await this.model.database.find('folders', ids))
      this.known.set(folderTopic(id), true);
    return unsure.filter((topic) => !this.known.has(topic) || !isSeen(topic));
  }
}
