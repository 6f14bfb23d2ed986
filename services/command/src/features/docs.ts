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
import { feature, SYSTEM, type Actor, type Facts } from '../feature.js';
import { isProgramName } from '../uploads/file-name.js';
import { membersOf, nameable } from './members-of.js';

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

type Unknown = Required<Pick<DocContext, 'unknown'>>;

/** Those who would be asked and are not there. */
async function unknownIn(
  { from }: Pick<AcknowledgementRequest, 'from'>,
  store: EventStore,
): Promise<Unknown> {
  if ('everyone' in from) return { unknown: [] };
  const { groups, users } = await nameable(store, from.users ?? []);
  const unknown = [
    ...(from.groups ?? []).filter((id) => !groups.has(id)),
    ...(from.users ?? []).filter((id) => !users.has(id)),
  ];
  return { unknown };
}

/** What only the log knows: what is copied, of who acknowledges something, or of who would be asked to. */
type ExactOfFile = Doc | AcknowledgementFacts | Unknown;

async function exactOfFile(
  command: FileCommand,
  id: string,
  store: EventStore,
  by: Actor,
): Promise<ExactOfFile> {
  switch (command.name) {
    case 'acknowledge-file':
      return acknowledgedBy(id, by.id, store);
    case 'ask-acknowledgement':
      return unknownIn(command.body, store);
    default:
      return sourceOf('file', command, store);
  }
}

function knownByFile(exact: ExactOfFile): Pick<DocContext, 'acknowledging' | 'unknown' | 'source'> {
  if (exact && 'isAsked' in exact) return { acknowledging: exact };
  return exact && 'unknown' in exact ? exact : { source: exact };
}

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
      names: ['copy-file', 'acknowledge-file', 'ask-acknowledgement'],
      read: exactOfFile,
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
      ...(exact !== undefined && knownByFile(exact)),
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
