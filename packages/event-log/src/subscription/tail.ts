import type { Logger } from 'pino';
import type { EventStore } from '../store/port.js';
import { Subscription } from './subscription.js';
import type { EventLog } from './port.js';

/** The event log inside one process: what it appends itself is announced to each consumer directly. */
export function openTail(store: Pick<EventStore, 'read'>, log: Pick<Logger, 'error'>): EventLog {
  const followers: Subscription[] = [];
  return {
    async subscribe(consumer) {
      // Announcements of one process come in order: a hole is what another one has appended.
      const follower = new Subscription(consumer, { store, log, patienceMs: 0 });
      followers.push(follower);
      await follower.start();
    },
    publish(events) {
      for (const follower of followers) follower.announce(events);
    },
    subscriptions: () => followers.map((follower) => follower.state()),
    async close() {
      await Promise.all(followers.map((follower) => follower.stop()));
    },
  };
}
