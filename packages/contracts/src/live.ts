import { z } from 'zod';
import { MOST_TOPICS } from './live-bounds.js';
import { Position } from './query-params.js';
import { Id } from './text.js';
import { FIND_TOPIC, GROUPS_TOPIC, LOG_TOPIC, type Topic } from './topics.js';

export * from './topics.js';

const isFolderTopic = (topic: string): boolean =>
  topic.startsWith('folder:') && Id.safeParse(topic.slice(7)).success;

const UNKNOWN = { error: 'Unknown topics' };
const AnyTopic = z.union(
  [
    z.literal('employees'),
    z.literal('errors'),
    z.literal(GROUPS_TOPIC),
    z.literal('folder:root'),
    z.literal(LOG_TOPIC),
    z.literal(FIND_TOPIC),
    z.string().refine(isFolderTopic, UNKNOWN),
  ],
  UNKNOWN,
);

const Topics = z
  .array(AnyTopic, UNKNOWN)
  .min(1, UNKNOWN)
  .max(MOST_TOPICS, { error: 'Too many topics' });
export const Watch = z.strictObject({ topics: Topics, after: Position.optional() });
export const Unwatch = z.strictObject({ topics: Topics });

/** One change of one topic, in position order; `put` carries the whole row. */
export interface Change {
  readonly topic: Topic;
  readonly position: string;
  readonly op: 'put' | 'remove';
  readonly id: string;
  readonly value?: unknown;
}
