import { streamOf } from '@feusa/contracts/events';
import type { EventStore } from '@feusa/event-log/store/port';
import type { ContentSource } from '../read-model/source.js';

/** The same without documents whose bytes are gone since, as they were removed for good. */
export const unpurged = (
  source: ContentSource,
  store: Pick<EventStore, 'purged'>,
): ContentSource => ({
  ...source,
  async docs(folderId) {
    const docs = await source.docs(folderId);
    const gone = await store.purged(docs.map(({ id }) => streamOf('file', id)));
    return docs.filter(({ id }) => !gone.has(streamOf('file', id)));
  },
});
