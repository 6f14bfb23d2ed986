import { idOf, type StoredEvent } from '@feusa/contracts/events';
import type { WebhookView } from '@feusa/contracts/webhooks';
import type { EventStore } from '@feusa/event-log/store/port';

/** A webhook that is there. */
export interface Hook extends Pick<
  WebhookView,
  'id' | 'url' | 'types' | 'folderId' | 'addedAt' | 'addedBy'
> {
  /** The position of the event by which it was added, or restored last. */
  readonly begun: number;
}

type Log = Pick<EventStore, 'readLatest' | 'readStreams'>;

/** The webhooks, as they are or were just after a position: folded from their streams, which are few. */
export async function hooksIn(log: Log, upTo = Infinity): Promise<Hook[]> {
  const streams = (await log.readLatest('webhook')).map(({ stream }) => stream);
  const events = streams.length > 0 ? await log.readStreams(streams) : [];
  const hooks = new Map<string, Hook & { readonly removed: boolean }>();
  for (const event of events.filter(({ position }) => position <= upTo)) {
    const next = hookAfter(hooks.get(event.stream), event);
    if (next) hooks.set(event.stream, next);
  }
  const there = [...hooks.values()].filter(({ removed }) => !removed);
  return there.map(({ removed: _removed, ...hook }) => hook);
}

function hookAfter(
  hook: (Hook & { readonly removed: boolean }) | undefined,
  event: StoredEvent,
): (Hook & { readonly removed: boolean }) | undefined {
  switch (event.type) {
    case 'WebhookAdded': {
      const { at: addedAt, actor: addedBy, position: begun, data } = event;
      return { id: idOf(event.stream), ...data, addedAt, addedBy, begun, removed: false };
    }
    case 'WebhookRemoved':
      return hook && { ...hook, removed: true };
    case 'WebhookRestored':
      return hook && { ...hook, removed: false, begun: event.position };
    default:
      return hook;
  }
}
