import {
  ClipboardCheck,
  Copy,
  Download,
  Eye,
  FileUp,
  FolderInput,
  Info,
  PencilLine,
  SquareCheck,
  Trash2,
  Users,
} from 'lucide-react';
import type { FolderView } from '@feusa/contracts/folders';
import { passingOn } from '../../../shared/links/pass-on.js';
import { separator, type MenuEntry } from '../../../shared/ui/menu.js';
import { downloadFolder } from './download.js';
import { canPreview, type Doc, type Entry } from '../page/entries.js';
import { renaming, type ListContext } from './context.js';
import { marking } from './marking.js';
import { texts as accessTexts } from '../access/texts.js';
import { texts as acknowledging } from '../acknowledge/texts.js';
import { texts } from '../texts.js';

const select = (entry: Entry, { selection }: ListContext): MenuEntry => ({
  id: 'select',
  label: selection.ids.has(entry.id) ? texts.deselect : texts.select,
  icon: SquareCheck,
  keys: 'Space',
  run: () => selection.toggle(entry.id),
});

const remove = (entry: Entry, { open }: ListContext): MenuEntry => ({
  id: 'delete',
  label: 'Delete',
  icon: Trash2,
  tone: 'danger',
  keys: 'Del',
  run: () => open({ kind: 'delete', entries: [entry] }),
});

const rename = (entry: Entry, { open }: ListContext): MenuEntry => ({
  id: 'rename',
  label: entry.type === 'link' ? texts.edit : texts.rename,
  icon: PencilLine,
  keys: 'F2',
  run: () => open(renaming(entry)),
});

const move = (entry: Entry, { open }: ListContext): MenuEntry => ({
  id: 'move',
  label: texts.move,
  icon: FolderInput,
  run: () => open({ kind: 'move', entries: [entry] }),
});

const copy = (doc: Doc, { open }: ListContext): MenuEntry => ({
  id: 'copy',
  label: texts.copy,
  icon: Copy,
  run: () => open({ kind: 'copy', entries: [doc] }),
});

const whoSees = (folder: FolderView, { open }: ListContext): MenuEntry => ({
  id: 'access',
  label: accessTexts.whoCanSeeThis,
  icon: Users,
  run: () => open({ kind: 'access', folder }),
});

export function folderMenu(folder: FolderView, list: ListContext): MenuEntry[] {
  const get = {
    id: 'download',
    label: texts.download,
    icon: Download,
    run: () => void downloadFolder(folder),
  };
  const marks = marking(folder, list);
  const access = list.seesAccess ? [whoSees(folder, list)] : [];
  const link = passingOn(`${list.href}/${folder.id}`, folder.name);
  if (!list.mayManage) return [get, link, ...marks, ...access, select(folder, list)];
  return [
    rename(folder, list),
    move(folder, list),
    get,
    link,
    ...marks,
    ...access,
    select(folder, list),
    separator('line'),
    remove(folder, list),
  ];
}

const replace = (doc: Doc, list: ListContext): MenuEntry[] =>
  doc.type === 'doc' && list.mayManage
    ? [
        {
          id: 'replace',
          label: texts.replace,
          icon: FileUp,
          run: () => list.open({ kind: 'replace', file: doc }),
        },
      ]
    : [];

const requestEntry = (doc: Doc, list: ListContext): MenuEntry[] =>
  doc.type === 'doc' && list.isAdmin
    ? [
        {
          id: 'ask-acknowledgement',
          label: acknowledging.ask,
          icon: ClipboardCheck,
          run: () => list.open({ kind: 'ask-acknowledgement', file: doc }),
        },
      ]
    : [];

const preview = (doc: Doc, list: ListContext): MenuEntry[] =>
  canPreview(doc)
    ? [
        {
          id: 'preview',
          label: texts.preview,
          icon: Eye,
          keys: 'Shift+Enter',
          run: () => list.showPreview(doc.id),
        },
      ]
    : [];

/** `getIt` saves a file. */
export function docMenu(doc: Doc, list: ListContext, getIt?: () => void): MenuEntry[] {
  const details = {
    id: 'details',
    label: texts.details,
    icon: Info,
    run: () => list.showDetail(doc.id),
  };
  const get: MenuEntry[] = getIt
    ? [{ id: 'download', label: texts.download, icon: Download, run: getIt }]
    : [];
  const change = list.mayManage ? [rename(doc, list), move(doc, list), copy(doc, list)] : [];
  const last = list.isReadOnly ? [] : [separator('line'), remove(doc, list)];
  const marks = marking(doc, list);
  return [
    ...preview(doc, list),
    details,
    ...get,
    passingOn(`${list.href}?detail=${doc.id}`, doc.name),
    ...change,
    ...replace(doc, list),
    ...requestEntry(doc, list),
    ...marks,
    select(doc, list),
    ...last,
  ];
}
