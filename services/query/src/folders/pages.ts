import type { FileView, LinkView } from '@feusa/contracts/docs';
import type { FolderView } from '@feusa/contracts/folders';
import { refuse } from '@feusa/contracts/refusals';
import type { FolderPage, TreeFolder } from '@feusa/contracts/views';
import { groupBy } from '@feusa/contracts/group-by';
import { byName } from '../order.js';
import { crumb, pathOf, type ContentSource } from '../read-model/source.js';
import { docView, folderView } from '../read-model/views.js';

export type PageBody = Omit<FolderPage, 'position'>;

/** One folder with what lies in it; `id` null is the root. @throws Refusal `folder/not-found` */
export async function folderPage(source: ContentSource, id: string | null): Promise<PageBody> {
  const chain = id === null ? [] : ((await source.chain(id)) ?? refuse('folder/not-found'));
  const path = pathOf(chain);
  const [folders, docs] = await Promise.all([
    source.children(id),
    id === null ? [] : source.docs(id),
  ]);
  const own = chain.at(-1);
  return {
    folder: own ? folderView(own, pathOf(chain.slice(0, -1))) : null,
    ancestors: chain.slice(0, -1).map(crumb),
    folders: [...folders].sort(byName).map((row) => folderView(row, path)),
    docs: [...docs].sort(byName).map(docView),
  };
}

/** The whole tree from the root down: what a removed folder holds is not reached. */
export async function wholeTree(source: ContentSource): Promise<TreeFolder[]> {
  const [folders, docs] = await Promise.all([source.allFolders(), source.allDocs()]);
  const childrenOf = groupBy(folders, ({ parentId }) => parentId);
  const docsOf = groupBy(docs, ({ folderId }) => folderId);
  const below = (parentId: string | null, path: string): TreeFolder[] =>
    [...(childrenOf.get(parentId) ?? [])].sort(byName).map((row) => {
      const view: FolderView = folderView(row, path);
      const own: (FileView | LinkView)[] = [...(docsOf.get(row.id) ?? [])]
        .sort(byName)
        .map(docView);
      return { ...view, folders: below(row.id, view.path), docs: own };
    });
  return below(null, '');
}
