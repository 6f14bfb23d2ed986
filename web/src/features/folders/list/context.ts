import type { WaitingFile } from '@feusa/contracts/acknowledgements';
import type { FileView, LinkView } from '@feusa/contracts/docs';
import type { FolderView } from '@feusa/contracts/folders';
import { createContext, useContext } from 'react';
import type { MarkedIds } from '../../../shared/personal.js';
import type { Roving } from '../../../shared/roving.js';
import type { Doc, Entry } from '../page/entries.js';
import type { Selection } from '../../../shared/selection.js';

export type FolderDialog =
  | { readonly kind: 'add-folder' | 'add-file' | 'add-link' }
  | { readonly kind: 'rename'; readonly entry: FolderView | FileView }
  | { readonly kind: 'edit-link'; readonly link: LinkView }
  | { readonly kind: 'move'; readonly entries: readonly Entry[] }
  | { readonly kind: 'copy'; readonly entries: readonly Doc[] }
  | { readonly kind: 'replace' | 'ask-acknowledgement' | 'who-has'; readonly file: FileView }
  | { readonly kind: 'delete'; readonly entries: readonly Entry[] }
  | { readonly kind: 'access'; readonly folder: FolderView }
  | { readonly kind: 'leave'; readonly folder: FolderView };

/** Where something gets another name. */
export const renaming = (entry: Entry): FolderDialog =>
  entry.type === 'link' ? { kind: 'edit-link', link: entry } : { kind: 'rename', entry };

/** What every row of a folder needs. */
export interface ListContext {
  readonly isAdmin: boolean;
  /** Whether this person is told who sees a folder, of the past too. */
  readonly seesAccess: boolean;
  /** Whether this person may change what lies here. */
  readonly mayManage: boolean;
  readonly isReadOnly: boolean;
  /** Address of the folder on view. */
  readonly href: string;
  readonly selection: Selection;
  /** What is dragged along with an entry: the selected ones, if it is among them. */
  selectedWith(entry: Entry): readonly Entry[];
  readonly roving: Roving;
  readonly saving: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  readonly marked: MarkedIds;
  /** What this person is asked to acknowledge, by its id. */
  readonly waiting: ReadonlyMap<string, WaitingFile>;
  open(dialog: FolderDialog): void;
  showDetail(id: string): void;
  /** Of the newest version, unless it is told which. */
  showPreview(id: string, version?: number): void;
}

const Context = createContext<ListContext | null>(null);
export const ListProvider = Context;

export function useList(): ListContext {
  const list = useContext(Context);
  if (!list) throw new Error('useList needs ListProvider');
  return list;
}
