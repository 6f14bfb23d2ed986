import type { FolderPage } from '@feusa/contracts/views';
import { useState } from 'react';
import type { Entry } from '../page/entries.js';
import { pageEntries } from '../page/folder-page.js';

/** An entry as a page has it now; as it was where it has gone from there. */
export function latestOf<E extends Entry>(page: FolderPage, entry: E): E {
  const all = page.folder ? [...pageEntries(page), page.folder] : pageEntries(page);
  return (all.find(({ id }) => id === entry.id) as E | undefined) ?? entry;
}

/** What a form was opened for, and what others have made of it since; `follow` takes over how it is now. */
export function useChanged<E extends Entry>(entry: E) {
  const [first] = useState(entry);
  const [now, setNow] = useState(entry);
  /** What one sends oneself is no news. */
  const follow = (isPending: boolean) => {
    if (entry.version !== now.version && !isPending) setNow(entry);
  };
  return { first, now, follow };
}
