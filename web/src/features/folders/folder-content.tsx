import type { FolderPage } from '@feusa/contracts/views';
import { useState, useEffect, useRef, type ComponentProps } from 'react';
import { useLocation } from 'wouter';
import { draftOf } from '../../shared/drafts.js';
import { toastFailure } from '../../shared/failure.js';
import { usePast } from '../../shared/past.js';
import { ManagingSession, useSession } from '../../shared/session.js';
import { useShortcutHelp } from '../../shared/shortcuts.js';
import { Page } from '../../shared/ui/page.js';
import { Dialogs, usePrefetch } from './dialogs/dialogs.js';
import { MoveContext } from './drag/drag-entries.js';
import { DropArea } from './drag/drop-area.js';
import { FolderBar } from './bar/folder-bar.js';
import type { Entry } from './page/entries.js';
import { FolderGone } from './folder-gone.js';
import { FolderList } from './list/folder-list.js';
import { FolderTools, NewItems } from './bar/tools.js';
import { moveAll } from './dialogs/moving.js';
import { SelectionBar } from './bar/selection-bar.js';
import { useAnchor, useView, type FolderViewState } from './page/use-view.js';
import { crumbsOf } from './address.js';
import { useManages } from './access/use-manages.js';
import { WaitingPanel } from './acknowledge/waiting-panel.js';
import { HomePanel } from './home/home-panel.js';
import { ListProvider, renaming, type FolderDialog } from './list/context.js';
import { listKeyHelp } from './list/keys.js';
import { useFolderKeys } from './list/focus.js';
import { useListState } from './list/list-state.js';
import { useScrollPosition } from './list/lines.js';
import { texts } from './texts.js';
import { noteOpened } from '../../shared/personal.js';
import { remember } from '../../shared/recents.js';

/** Remembers that a folder is opened, and on leaving what was seen in it meanwhile. */
function useVisit({ folder, position }: FolderPage, path: string): void {
  const { id, name } = folder ?? {};
  useEffect(() => {
    if (id !== undefined && name !== undefined) remember({ id, kind: 'folder', name, href: path });
  }, [id, name, path]);
  const latest = useRef(position);
  useEffect(() => void (latest.current = position), [position]);
  useEffect(() => {
    const first = latest.current;
    return () => {
      if (id !== undefined && latest.current !== first) noteOpened('folder', id);
    };
  }, [id]);
}

const WORTH_FILTERING = 12;

const needsTools = ({ page, filter }: FolderViewState) =>
  filter !== '' || page.folders.length + page.docs.length >= WORTH_FILTERING;

/** The form that was open here when the session ended. */
function unfinished({ folder, folders, docs }: FolderPage): FolderDialog | null {
  const here = folder?.id ?? 'root';
  for (const kind of ['add-folder', 'add-link'] as const)
    if (draftOf(`${kind}:${here}`) !== undefined) return { kind };
  for (const entry of [...folders, ...docs, ...(folder ? [folder] : [])]) {
    const wasOpen = (kind: string) => draftOf(`${kind}:${entry.id}`) !== undefined;
    if (wasOpen('rename')) return renaming(entry);
    if (entry.type === 'folder' && wasOpen('access')) return { kind: 'access', folder: entry };
    if (entry.type === 'doc' && wasOpen('ask')) return { kind: 'ask-acknowledgement', file: entry };
  }
  return null;
}

interface FolderContentProps {
  readonly page: FolderPage;
  readonly id: string | null;
  /** Then the page is what it was last; only a dialog that is open goes on. */
  readonly isGone: boolean;
}

export function FolderContent(props: FolderContentProps) {
  return (
    <ManagingSession isManaged={useManages(props.page)}>
      <Content {...props} />
    </ManagingSession>
  );
}

interface OpenDialogsProps extends ComponentProps<typeof Dialogs> {
  readonly isGone: boolean;
}

/** No dialog is open that could say what was refused. */
const moveDragged = (entries: readonly Entry[], to: string | null) =>
  void moveAll(entries, to).catch((error: unknown) =>
    toastFailure({ text: texts.notEverythingWasMoved, error }),
  );

/** What was typed outlives the folder; what the address names in it does not. */
const OpenDialogs = ({ isGone, ...props }: OpenDialogsProps) =>
  isGone && !props.dialog ? null : <Dialogs {...props} />;

function Content({ page: latest, id, isGone }: FolderContentProps) {
  const [path] = useLocation();
  const [dialog, open] = useState<FolderDialog | null>(() => unfinished(latest));
  const { anchor, handlers } = useAnchor();
  const view = useView(latest, id, anchor);
  const { page, order } = view;
  const state = useListState(view, path, open);
  const { list } = state;
  useShortcutHelp(listKeyHelp(useSession().mayManage));
  useFolderKeys(crumbsOf(page).at(-1)?.href, id, list.roving, order.length > 0);
  useScrollPosition();
  usePrefetch();

  const name = page.folder?.name ?? texts.files;
  const isHome = id === null && view.filter === '' && usePast() === '';
  useVisit(page, path);

  return (
    <ListProvider value={list}>
      <MoveContext value={moveDragged}>
        {isGone ? (
          <FolderGone last={latest} />
        ) : (
          <Page title={id === null ? texts.files : texts.titleOf(name)}>
            <FolderBar page={page} open={open} />
            {(needsTools(view) || state.isGrid) && <FolderTools view={view} />}
            {isHome && <WaitingPanel />}
            {isHome && <HomePanel />}
            <NewItems count={view.waiting} onShow={view.release} />
            <DropArea page={page}>
              <FolderList view={view} state={state} open={open} {...handlers} />
            </DropArea>
            <SelectionBar
              entries={order.filter((entry) => list.selection.ids.has(entry.id))}
              of={order.length}
            />
          </Page>
        )}
        <OpenDialogs
          isGone={isGone}
          page={page}
          files={view.entries.files}
          dialog={dialog}
          // An answer may come late, when another one is open.
          onClose={() => open((now) => (now === dialog ? null : now))}
        />
      </MoveContext>
    </ListProvider>
  );
}
