import type { FolderView } from '@feusa/contracts/folders';
import type { SessionUser } from '@feusa/contracts/users';
import type { FolderPage } from '@feusa/contracts/views';
import {
  BookUser,
  Download,
  FilePlus2,
  FolderInput,
  FolderPlus,
  Link2,
  LogOut,
  PencilLine,
  Trash2,
  UserPlus,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { useSession } from '../../../shared/session.js';
import { passingOn } from '../../../shared/links/pass-on.js';
import { separator, type MenuEntry } from '../../../shared/ui/menu.js';
import { useLogout } from '../../../shared/use-logout.js';
import type { FolderDialog } from '../list/context.js';
import { folderHref } from '../address.js';
import { downloadFolder } from '../list/download.js';
import { texts as accessTexts } from '../access/texts.js';
import { texts } from '../texts.js';

export interface BarAction {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  readonly href?: string;
  readonly tone?: 'danger';
}

export interface BarActions {
  readonly add: readonly BarAction[];
  readonly change: readonly BarAction[];
  readonly go: readonly BarAction[];
  /** Of the folder itself; on wide screens in a menu. */
  readonly more: readonly BarAction[];
  readonly remove: readonly BarAction[];
}

type Open = (dialog: FolderDialog) => void;

const adding = (open: Open, inside: boolean): BarAction[] => [
  {
    id: 'add-folder',
    label: texts.addFolder,
    icon: FolderPlus,
    run: () => open({ kind: 'add-folder' }),
  },
  ...(inside
    ? [
        {
          id: 'add-file',
          label: texts.addFile,
          icon: FilePlus2,
          run: () => open({ kind: 'add-file' }),
        },
        {
          id: 'add-link',
          label: texts.addLink,
          icon: Link2,
          run: () => open({ kind: 'add-link' }),
        },
      ]
    : []),
];

const taking = (folder: FolderView): BarAction => ({
  id: 'download',
  label: texts.download,
  icon: Download,
  run: () => void downloadFolder(folder),
});

const whoSees = (folder: FolderView | null, open: Open): BarAction[] =>
  folder
    ? [
        {
          id: 'access',
          label: accessTexts.whoCanSeeThis,
          icon: Users,
          run: () => open({ kind: 'access', folder }),
        },
      ]
    : [];

/** Of the past too, in which nobody may change anything. */
const mayRequest = (mayManage: boolean, user: SessionUser | null | undefined): boolean =>
  mayManage || user?.role === 'admin';

const linking = ({ path, name }: FolderView): BarAction => {
  const { id, label, icon = Link2, run } = passingOn(folderHref(path), name);
  return { id, label, icon, run };
};

const changing = (folder: FolderView, open: Open): BarAction[] => [
  {
    id: 'rename',
    label: texts.rename,
    icon: PencilLine,
    run: () => open({ kind: 'rename', entry: folder }),
  },
  {
    id: 'move',
    label: texts.move,
    icon: FolderInput,
    run: () => open({ kind: 'move', entries: [folder] }),
  },
];

const leaving = (folder: FolderView, open: Open): BarAction[] => [
  {
    id: 'delete',
    label: texts.deleteFolder(folder.name),
    icon: Trash2,
    tone: 'danger',
    run: () => open({ kind: 'leave', folder }),
  },
];

/** The buttons of a folder: what this person may do here. */
export function useBarActions({ folder }: FolderPage, open: Open): BarActions {
  const { user, isAdmin, mayManage } = useSession();
  // What is restricted itself lies in a place that others manage.
  const mayChange = isAdmin || (mayManage && !folder?.restricted);
  const [, navigate] = useLocation();
  const to = (id: string, label: string, icon: LucideIcon, href: string): BarAction => ({
    id,
    label,
    icon,
    href,
    run: () => navigate(href),
  });
  return {
    add: mayManage ? adding(open, folder !== null) : [],
    change: mayChange && folder ? changing(folder, open) : [],
    go: [
      ...(folder ? [taking(folder), linking(folder)] : []),
      to('people', texts.employeeDirectory, BookUser, '/dashboard/employees'),
      ...(isAdmin ? [to('register', texts.addNewUser, UserPlus, '/register')] : []),
    ],
    more: mayRequest(mayManage, user) ? whoSees(folder, open) : [],
    remove: mayChange && folder ? leaving(folder, open) : [],
  };
}

/** All of them in one menu, for phones. */
export function useMenuEntries({ add, change, go, more, remove }: BarActions): MenuEntry[] {
  const logout: BarAction = { id: 'logout', label: texts.logout, icon: LogOut, run: useLogout() };
  const groups = [[...add, ...change], [...more, ...go, logout], remove].filter(
    (group) => group.length > 0,
  );
  return groups.flatMap((group, index) => [
    ...(index > 0 ? [separator(`line-${index}`)] : []),
    ...group.map(({ id, label, icon, run, tone }) => ({
      id,
      label,
      icon,
      run,
      ...(tone && { tone }),
    })),
  ]);
}
