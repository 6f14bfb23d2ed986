import type { FileView } from '@feusa/contracts/docs';
import type { KeyboardEvent } from 'react';
import { usePast } from '../../../shared/past.js';
import { useMarked } from '../../../shared/personal.js';
import { useRoving } from '../../../shared/roving.js';
import { useSession } from '../../../shared/session.js';
import { useColumns, useSizeClass } from '../../../shared/use-size.js';
import { useUrlState } from '../../../shared/use-url-state.js';
import { useSelection } from '../../../shared/selection.js';
import type { FolderViewState } from '../page/use-view.js';
import { folderHref } from '../address.js';
import type { FolderDialog, ListContext } from './context.js';
import { useWaitingFiles } from '../acknowledge/use-waiting.js';
import { useListKeys } from './keys.js';
import { reveal } from './lines.js';
import { useFocusKept } from './focus.js';
import { useGrid } from '../page/layout.js';
import { useShowPreview } from '../page/preview-address.js';

export interface ListState {
  readonly list: ListContext;
  readonly columns: number;
  /** Whether documents are cards beside each other. */
  readonly isGrid: boolean;
  setGrid(isGrid: boolean): void;
  readonly isPhone: boolean;
  onKeyDown(event: KeyboardEvent): void;
}

const idsOf = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);

const versionsOf = (files: readonly FileView[]) =>
  files.reduce((sum, { fileVersion }) => sum + fileVersion, 0);

/** Focus, selection and keys of the rows on view. */
export function useListState(
  view: FolderViewState,
  path: string,
  open: (dialog: FolderDialog) => void,
): ListState {
  const { user, isAdmin, mayManage, isReadOnly } = useSession();
  const columns = useColumns([2, 3, 6]);
  const isPhone = useSizeClass() === 0;
  const [, showDetail] = useUrlState('detail', { push: true });
  const showPreview = useShowPreview();
  const { entries, order } = view;
  const [isGrid, setGrid] = useGrid(view.page.folder?.id ?? null);
  const runs = [
    { name: 'folders', ids: idsOf(entries.folders), columns },
    { name: 'files', ids: idsOf(entries.files), columns: isGrid ? columns : 1 },
    { name: 'links', ids: idsOf(entries.links), columns: isGrid ? columns : 1 },
  ] as const;
  const roving = useRoving(runs, (target) => reveal(runs, target, isPhone));
  const selection = useSelection(idsOf(order));
  const onKeyDown = useListKeys({
    runs,
    entries: order,
    roving,
    selection,
    isAdmin: mayManage,
    isReadOnly,
    open,
    showPreview,
  });
  useFocusKept(order, roving);
  const list: ListContext = {
    isAdmin,
    seesAccess: user?.role === 'admin',
    mayManage,
    isReadOnly,
    href: view.page.folder ? path.replace(/\/+$/, '') : folderHref(''),
    selection,
    selectedWith: (entry) =>
      selection.ids.has(entry.id) ? order.filter(({ id }) => selection.ids.has(id)) : [entry],
    roving,
    saving: view.saving,
    gone: view.gone,
    marked: useMarked(),
    waiting: useWaitingFiles(usePast() === '', versionsOf(entries.files)),
    open,
    showDetail,
    showPreview,
  };
  return { list, columns, isGrid, setGrid, isPhone, onKeyDown };
}
