import { refuse } from '@feusa/contracts/refusals';
import type { FolderPage } from '@feusa/contracts/views';
import { byName } from '../order.js';
import type { Names } from '../read-model/actors.js';
import { crumb, pathOf, type ContentSource } from '../read-model/source.js';
import { actorsIn, docView, folderView, type FaultOf } from '../read-model/views.js';

export type PageBody = Omit<FolderPage, 'position'>;

/** One folder with what lies in it; `id` null is the root. @throws Refusal `folder/not-found` */
export async function folderPage(
  source: ContentSource,
  id: string | null,
  names: Names,
  faultOf?: FaultOf,
): Promise<PageBody> {
  const [known, folders, docs] = await Promise.all([
    id === null ? [] : source.chain(id),
    source.children(id),
    id === null ? [] : source.docs(id),
  ]);
  const actorOf = await names.known(actorsIn(docs));
  const chain = known ?? refuse('folder/not-found');
  const path = pathOf(chain);
  const own = chain.at(-1);
  return {
    folder: own ? folderView(own, pathOf(chain.slice(0, -1))) : null,
    ancestors: chain.slice(0, -1).map(crumb),
    folders: [...folders].sort(byName).map((row) => folderView(row, path)),
    docs: [...docs].sort(byName).map((row) => docView(row, actorOf, faultOf)),
  };
}
