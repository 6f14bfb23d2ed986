import type { Uploads } from '@feusa/files/uploads/port';
import { files, links, type DocContext, type StoredFile } from '@feusa/domain/docs';
import { feature, SYSTEM, type Facts } from '../feature.js';

type Doc = { readonly folderId: string } | null;
const folderOf = ({ body }: { readonly body: object }, doc: Doc) => [
  'folderId' in body ? (body.folderId as string) : (doc?.folderId ?? null),
];

const contextOf = ({ id, folders, naming, by }: Facts): DocContext => {
  const mayRestoreAll = by.role === 'admin' || by.id === SYSTEM.id;
  return { id, folders, naming, by: { id: by.id, mayRestoreAll } };
};

/** Files: what was uploaded is prepared before it is decided. */
export const filesFeature = (uploads: Uploads) =>
  feature({
    noun: 'file',
    decider: files,
    folders: (command, doc) => folderOf(command, doc),
    async prepare({ name, body }, _id, by): Promise<StoredFile | undefined> {
      if (name !== 'add-file' && name !== 'replace-file') return undefined;
      const {
        name: fileName,
        blob,
        size,
        mediaType,
      } = await uploads.finished(body.uploadId, by.id);
      return { name: fileName, blob, size, mediaType };
    },
    context: (facts, file): DocContext => ({ ...contextOf(facts), ...(file && { file }) }),
  });

/** Links, which need nothing but their folder. */
export const linksFeature = feature({
  noun: 'link',
  decider: links,
  folders: (command, doc) => folderOf(command, doc),
  context: contextOf,
});
