import type { Uploads } from '@feusa/files/uploads/port';
import { streamOf, type StoredEvent } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import { fold } from '@feusa/domain/decider';
import {
  isVisible,
  type Doc,
  type DocContext,
  type DocEventType,
  type StoredFile,
} from '@feusa/domain/doc';
import type { AcknowledgementFacts } from '@feusa/domain/acknowledgements';
import { files, links, type FileCommand, type LinkCommand } from '@feusa/domain/docs';
import type { EarlierName } from '@feusa/domain/folders';
import type { EventStore } from '@feusa/event-log/store/port';
import { requestAfter, type AcknowledgementRequest } from '@feusa/contracts/acknowledgements';
import { feature, SYSTEM, type Facts } from '../feature.js';
import { isProgramName } from '../uploads/file-name.js';
import { membersOf } from './members-of.js';

/** Whether a file asks somebody, and which versions they have acknowledged, at the head of the log. */
async function acknowledgedBy(
  id: string,
  userId: string,
  store: EventStore,
): Promise<AcknowledgementFacts> {
  const stream = streamOf('file', id);
  const [[file], own] = await Promise.all([
    store.readFiles([stream]),
    store.readAcknowledged(userId),
  ]);
  const request = file?.events.reduce<AcknowledgementRequest | undefined>(requestAfter, undefined);
  return {
    isAsked: (await askedIn(request, store))(userId),
    done: own.filter((each) => each.stream === stream).map(({ data }) => data.fileVersion),
  };
}

async function askedIn(request: AcknowledgementRequest | undefined, store: EventStore) {
  if (!request) return () => false;
  const { from } = request;
  if ('everyone' in from) return () => true;
  const all = new Set(from.users);
  for (const id of from.groups ?? []) {
    for (const userId of (await membersOf(store, id)) ?? []) all.add(userId);
  }
  return (userId: string) => all.has(userId);
}

/** What only the log knows: what is copied, or of who acknowledges something. */
type ExactOfFile = Doc | AcknowledgementFacts;

/** Where it lies, and where it comes to lie. */
const foldersOf = ({ body }: FileCommand | LinkCommand, doc: Doc) => [
  ...(doc ? [doc.folderId] : []),
  ...('folderId' in body ? [body.folderId] : []),
];

/** What is to be copied, as it is at the head of the log; null where nobody can see it. */
async function sourceOf(
  noun: 'file' | 'link',
  { body }: FileCommand | LinkCommand,
  store: EventStore,
): Promise<Doc> {
  const id = 'id' in body ? (body.id ?? '') : '';
  const events = await store.readStreams([streamOf(noun, id)]);
  const { state } = fold(files, events as StoredEvent<DocEventType>[]);
  if (!state) return null;
  const chain = await store.folderChains([state.folderId]);
  return isVisible(state, (folder) => chain.get(folder)) ? state : null;
}

const contextOf = ({ id, folders, naming, by }: Facts): DocContext => {
  const mayRestoreAll = by.role === 'admin' || by.id === SYSTEM.id;
  return { id, folders, naming, by: { id: by.id, mayRestoreAll } };
};

/** Files: what was uploaded is prepared before it is decided. */
export const filesFeature = (uploads: Uploads) =>
  feature({
    noun: 'file',
    decider: files,
    folders: (command, doc) => foldersOf(command, doc),
    exact: {
      names: ['copy-file', 'acknowledge-file'],
      read: (command, id, store, by): Promise<ExactOfFile> =>
        command.name === 'acknowledge-file'
          ? acknowledgedBy(id, by.id, store)
          : sourceOf('file', command, store),
    },
    async prepare({ name, body }, _id, by): Promise<StoredFile | EarlierName | undefined> {
      if (name === 'rename-file' && isProgramName(body.name)) refuse('upload/type-not-allowed');
      if (name !== 'add-file' && name !== 'replace-file') return undefined;
      const {
        name: fileName,
        blob,
        size,
        mediaType,
      } = await uploads.finished(body.uploadId, by.id);
      return { name: fileName, blob, size, mediaType };
    },
    context: (facts, prepared, exact: ExactOfFile | undefined): DocContext => ({
      ...contextOf(facts),
      ...(prepared && ('blob' in prepared ? { file: prepared } : { earlier: prepared })),
      ...(exact !== undefined &&
        (exact && 'isAsked' in exact ? { acknowledging: exact } : { source: exact })),
    }),
  });

/** Links, which need nothing but their folders. */
export const linksFeature = feature({
  noun: 'link',
  decider: links,
  folders: (command, doc) => foldersOf(command, doc),
  exact: {
    names: ['copy-link'],
    read: (command, _id, store) => sourceOf('link', command, store),
  },
  context: (facts, earlier: EarlierName | undefined, source: Doc | undefined): DocContext => ({
    ...contextOf(facts),
    earlier,
    ...(source !== undefined && { source }),
  }),
});
