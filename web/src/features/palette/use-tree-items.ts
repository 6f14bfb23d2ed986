import type { TreeFolder } from '@feusa/contracts/views';
import { File, Folder, Link as LinkIcon } from 'lucide-react';
import { useMemo } from 'react';
import useSWR from 'swr';
import { isSafeLink } from '@feusa/contracts/docs';
import type { Item } from './items.js';

interface Tree {
  readonly folders: readonly TreeFolder[];
}

const FRESH_MS = 30_000;
const options = { dedupingInterval: FRESH_MS, revalidateIfStale: true };

interface TreeItems {
  readonly folders: readonly Item[];
  readonly docs: readonly Item[];
}

function collect(tree: readonly TreeFolder[], go: (href: string) => void): TreeItems {
  const folders: Item[] = [];
  const docs: Item[] = [];
  const visit = (folder: TreeFolder, above: readonly string[]) => {
    const href = `/dashboard${folder.path}`;
    const { id, name } = folder;
    folders.push({ id, name, place: above.join(' / '), icon: Folder, run: () => go(href) });
    const inside = [...above, name];
    for (const doc of folder.docs) {
      const isLink = doc.type === 'link';
      docs.push({
        id: doc.id,
        name: doc.name,
        place: inside.join(' / '),
        icon: isLink ? LinkIcon : File,
        run: () => {
          if (!isLink) go(`${href}?detail=${doc.id}`);
          else if (isSafeLink(doc.link)) open(doc.link, '_blank', 'noopener,noreferrer');
        },
      });
    }
    for (const child of folder.folders) visit(child, inside);
  };
  for (const folder of tree) visit(folder, []);
  return { folders, docs };
}

const nothing: TreeItems = { folders: [], docs: [] };

/** Every folder, file and link; the tree is read once and kept for a while. */
export function useTreeItems(go: (href: string) => void): TreeItems {
  const { data } = useSWR<Tree>('/api/tree', options);
  return useMemo(() => (data ? collect(data.folders, go) : nothing), [data, go]);
}
