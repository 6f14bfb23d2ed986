import { memoryBounds } from '@feusa/contracts/memory-bounds';
import type { StoredEvent } from '@feusa/contracts/events';
import type { Topic } from '@feusa/contracts/live';
import { LRUCache } from 'lru-cache';
import { changesOf } from '../read-model/rows.js';

const REMEMBERED = memoryBounds.lateTopics.value;

/**
 * Changes that come after newer ones, because their stream was blocked: a browser takes them for old, and
 * its cursor does not tell whether it has them. Whoever watches such a topic has to read it again.
 */
export class LateChanges {
  /** Where the log stood when a topic last had such a change. */
  private readonly topics = new LRUCache<Topic, number>({ max: REMEMBERED });

  constructor(private newest: number) {}

  isLate({ position }: StoredEvent): boolean {
    return position <= this.newest;
  }

  /** This one was told in order. */
  published({ position }: StoredEvent): void {
    this.newest = position;
  }

  /** Notes a late change; answers with the topics that are to be read again. */
  topicsOf(event: StoredEvent, now: number): readonly Topic[] {
    const topics = changesOf(event).map(({ topic }) => topic);
    for (const topic of topics) this.topics.set(topic, now);
    return topics;
  }

  /** Whether a browser that has seen the log up to `cursor` may have missed one. */
  missed(topic: Topic, cursor: number): boolean {
    return cursor <= (this.topics.get(topic) ?? -1);
  }
}
