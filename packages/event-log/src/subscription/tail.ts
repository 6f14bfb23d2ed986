import type { Logger } from 'pino';
import type { EventStore } from '../store/port.js';
import { Follower } from './follower.js';
import type { EventLog } from './port.js';

/** The event log inside one process: what it appends itself is announced to each consumer directly. */
export function openTail(store: Pick<EventStore, 'read'>, log: Pick<Logger, 'error'>): EventLog {
  const followers: Follower[] = [];
  return {
    async follow(consumer) {
      // Announcements of one process come in order: a hole is what another one has appended.
      const follower = new Follower(consumer, { store, log, patienceMs: 0 });
      followers.push(follower);
      await follower.start();
    },
    announce(events) {
      for (const follower of followers) follower.announce(events);
    },
    following: () => followers.map((follower) => follower.state()),
    async close() {
      await Promise.all(followers.map((follower) => follower.stop()));
    },
  };
}
