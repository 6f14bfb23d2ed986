import type { FileView } from '@feusa/contracts/docs';
import type { FolderPage } from '@feusa/contracts/views';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { Fallback } from '../../../shared/ui/fallback.js';
import { useUrlState } from '../../../shared/use-url-state.js';
import { crumbsOf } from '../address.js';
import { removeAll } from './removal.js';
import { type FolderDialog, useList } from '../list/context.js';
import { latestOf } from './use-changed.js';
import { usePreviewed, useShowPreview } from '../page/preview-address.js';

const parts = {
  addFolder: () => import('./add-folder.js'),
  addFile: () => import('./add-file.js'),
  addLink: () => import('./add-link.js'),
  editLink: () => import('./edit-link.js'),
  rename: () => import('./rename.js'),
  move: () => import('./move.js'),
  copy: () => import('./move.js').then(({ CopyDialog }) => ({ default: CopyDialog })),
  replace: () => import('./replace.js'),
  ask: () => import('../acknowledge/ask.js'),
  whoHas: () => import('../acknowledge/who-has.js'),
  delete: () => import('./delete.js'),
  detail: () => import('./detail.js'),
  preview: () => import('./preview.js'),
  access: () => import('../access/access-dialog.js'),
  missing: () => import('./missing.js').then(({ Missing }) => ({ default: Missing })),
};

const AddFolder = lazy(parts.addFolder);
const AddFile = lazy(parts.addFile);
const AddLink = lazy(parts.addLink);
const EditLink = lazy(parts.editLink);
const Rename = lazy(parts.rename);
const Move = lazy(parts.move);
const Copy = lazy(parts.copy);
const Replace = lazy(parts.replace);
const Ask = lazy(parts.ask);
const WhoHas = lazy(parts.whoHas);
const Delete = lazy(parts.delete);
const Detail = lazy(parts.detail);
const Preview = lazy(parts.preview);
const Access = lazy(parts.access);
const Missing = lazy(parts.missing);

const QUIET = 1500;

/** Fetches the dialogs in a quiet moment, so that they open at once, and off line too. */
export function usePrefetch(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of Object.values(parts)) load().catch(() => undefined);
    }, QUIET);
    return () => clearTimeout(timer);
  }, []);
}

interface DialogsProps {
  readonly page: FolderPage;
  /** In the order of the list. */
  readonly files: readonly FileView[];
  readonly dialog: FolderDialog | null;
  readonly onClose: () => void;
}

/** The one dialog that is open, and the detail that the address names. */
export function Dialogs({ page, files, dialog, onClose }: DialogsProps) {
  const [detail, setDetail] = useUrlState('detail');
  const [, goToDetail] = useUrlState('detail', { push: true });
  const [previewed, stepTo] = usePreviewed();
  const showPreview = useShowPreview();
  const { open } = useList();
  const doc = page.docs.find(({ id }) => id === detail);
  const remove = () => {
    if (!doc) return;
    setDetail('');
    open({ kind: 'delete', entries: [doc] });
  };
  // What the address asks for is asked for again as long as it stands there.
  const forget = () => {
    onClose();
    setDetail('');
    stepTo('');
  };
  return (
    <Fallback onFault={forget}>
      <Suspense>
        {dialog && 'file' in dialog && <OfFile dialog={dialog} onClose={onClose} />}
        {dialog && !('file' in dialog) && <Open page={page} dialog={dialog} onClose={onClose} />}
        {doc && !dialog && (
          <Detail doc={doc} page={page} onClose={() => goToDetail('')} onDelete={remove} />
        )}
        {detail && !doc && !dialog && <Missing id={detail} onClose={() => goToDetail('')} />}
        {previewed && !dialog && (
          <Preview
            previewed={previewed}
            files={files}
            onShow={stepTo}
            onClose={() => showPreview('')}
          />
        )}
      </Suspense>
    </Fallback>
  );
}

const parentOf = (page: FolderPage) => crumbsOf(page).at(-1)?.href ?? '/dashboard';

type FileDialog = Extract<FolderDialog, { readonly file: FileView }>;

const ofFiles = { replace: Replace, 'ask-acknowledgement': Ask, 'who-has': WhoHas };

interface OfFileProps {
  readonly dialog: FileDialog;
  readonly onClose: () => void;
}

function OfFile({ dialog: { kind, file }, onClose }: OfFileProps) {
  const Chosen = ofFiles[kind];
  return <Chosen file={file} onClose={onClose} />;
}

interface OpenProps extends Omit<DialogsProps, 'files'> {
  readonly dialog: Exclude<FolderDialog, FileDialog>;
}

function Open({ page, dialog, onClose }: OpenProps) {
  const [, navigate] = useLocation();
  const { selection } = useList();
  const parent = parentOf(page);
  switch (dialog.kind) {
    case 'add-folder':
      return <AddFolder page={page} onClose={onClose} />;
    case 'add-file':
      return <AddFile page={page} onClose={onClose} />;
    case 'add-link':
      return <AddLink page={page} onClose={onClose} />;
    case 'rename':
      return <Rename entry={latestOf(page, dialog.entry)} onClose={onClose} />;
    case 'edit-link':
      return <EditLink link={latestOf(page, dialog.link)} onClose={onClose} />;
    case 'move':
      return <Move entries={dialog.entries} onClose={onClose} />;
    case 'copy':
      return <Copy entries={dialog.entries} onClose={onClose} />;
    case 'access':
      return <Access folder={dialog.folder} onClose={onClose} />;
    case 'delete': {
      const confirm = async () => {
        await removeAll(dialog.entries);
        selection.clear();
      };
      return <Delete entries={dialog.entries} onConfirm={confirm} onClose={onClose} />;
    }
    case 'leave': {
      const entries = [dialog.folder];
      return (
        <Delete
          entries={entries}
          onConfirm={() => removeAll(entries)}
          onDone={() => {
            onClose();
            navigate(parent);
          }}
          onClose={onClose}
        />
      );
    }
  }
}
