import type { EventType } from './events.js';

/** Events after which the key of their stream is gone, and nothing that was said of it may be found. */
export const erasingEvents: ReadonlySet<string> = new Set<EventType>([
  'PersonErased',
  'ErrorErased',
]);
