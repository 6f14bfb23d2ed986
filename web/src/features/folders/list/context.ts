import type { FileView } from '@feusa/contracts/docs';
import type { FolderView } from '@feusa/contracts/folders';
import { createContext, useContext } from 'react';
import type { Roving } from '../../../shared/roving.js';
import type { Entry } from '../page/entries.js';
import type { Selection } from './selection.js';

export type FolderDialog =
  | { readonly kind: 'add-folder' | 'add-file' | 'add-link' }
  | { readonly kind: 'rename'; readonly folder: FolderView }
  | { readonly kind: 'replace'; readonly file: FileView }
  | { readonly kind: 'move'; readonly folders: readonly FolderView[] }
  | { readonly kind: 'delete'; readonly entries: readonly Entry[] }
  | { readonly kind: 'leave'; readonly folder: FolderView };

/** What every row of a folder needs. */
export interface ListContext {
  readonly isAdmin: boolean;
  readonly isReadOnly: boolean;
  /** Address of the folder on view. */
  readonly href: string;
  readonly selection: Selection;
  /** What is dragged along with a folder: the selected ones, if it is among them. */
  selectedWith(folder: FolderView): readonly FolderView[];
  readonly roving: Roving;
  readonly saving: ReadonlySet<string>;
  readonly gone: ReadonlySet<string>;
  open(dialog: FolderDialog): void;
  showDetail(id: string): void;
}

const Context = createContext<ListContext | null>(null);
export const ListProvider = Context;

export function useList(): ListContext {
  const list = useContext(Context);
  if (!list) throw new Error('useList needs ListProvider');
  return list;
}
