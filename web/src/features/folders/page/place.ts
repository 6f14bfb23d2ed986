import type { TreeFolder } from '@feusa/contracts/views';
import type { Doc } from './entries.js';

export interface DocPlace {
  readonly doc: Doc;
  readonly folder: TreeFolder;
}

/** Where a document or link lies, undefined where it is nowhere. */
export function placeOf(folders: readonly TreeFolder[], id: string): DocPlace | undefined {
  for (const folder of folders) {
    const doc = folder.docs.find((each) => each.id === id);
    const found = doc ? { doc, folder } : placeOf(folder.folders, id);
    if (found) return found;
  }
  return undefined;
}
