import type { FolderPage } from '@feusa/contracts/views';
import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { Fallback } from '../../../shared/ui/fallback.js';
import { useUrlState } from '../../../shared/use-url-state.js';
import { crumbsOf } from '../bar/crumbs.js';
import { AddFile, AddFolder, AddLink, Delete, Detail, Move, Rename } from './dialog-parts.js';
import { type FolderDialog, useList } from '../list/list-context.js';
import { removeAll } from './removal.js';

interface DialogsProps {
  readonly page: FolderPage;
  readonly dialog: FolderDialog | null;
  readonly onClose: () => void;
}

/** The one dialog that is open, and the detail that the address names. */
export function Dialogs({ page, dialog, onClose }: DialogsProps) {
  const [detail, setDetail] = useUrlState('detail');
  const { open } = useList();
  const doc = page.docs.find(({ id }) => id === detail);
  const remove = () => {
    if (!doc) return;
    setDetail('');
    open({ kind: 'delete', entries: [doc] });
  };
  return (
    <Fallback onFault={onClose}>
      <Suspense>
        {dialog && <Open page={page} dialog={dialog} onClose={onClose} />}
        {detail && !dialog && (
          <Detail doc={doc} page={page} onClose={() => setDetail('')} onDelete={remove} />
        )}
      </Suspense>
    </Fallback>
  );
}

interface OpenProps extends DialogsProps {
  readonly dialog: FolderDialog;
}

function Open({ page, dialog, onClose }: OpenProps) {
  const [, navigate] = useLocation();
  const { selection } = useList();
  const parent = crumbsOf(page).at(-1)?.href ?? '/dashboard';
  switch (dialog.kind) {
    case 'add-folder':
      return <AddFolder page={page} onClose={onClose} />;
    case 'add-file':
      return <AddFile page={page} onClose={onClose} />;
    case 'add-link':
      return <AddLink page={page} onClose={onClose} />;
    case 'rename':
      return <Rename folder={dialog.folder} onClose={onClose} />;
    case 'move':
      return <Move folders={dialog.folders} onClose={onClose} />;
    case 'delete': {
      const confirm = async () => {
        await removeAll(dialog.entries);
        selection.clear();
      };
      return <Delete entries={dialog.entries} onConfirm={confirm} onClose={onClose} />;
    }
    case 'leave': {
      const confirm = async () => {
        await removeAll([dialog.folder]);
        navigate(parent);
      };
      return <Delete entries={[dialog.folder]} onConfirm={confirm} onClose={onClose} />;
    }
  }
}
