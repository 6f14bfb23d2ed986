import {
  Activity,
  BookUser,
  FolderOpen,
  KeyRound,
  LogOut,
  Network,
  ScrollText,
  Sparkles,
  Trash2,
  UserPlus,
  UserRound,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useOfferedActions } from '../../shared/actions.js';
import { useSession } from '../../shared/session.js';
import { useSingleKeys } from '../../shared/shortcuts.js';
import { useLogout } from '../../shared/use-logout.js';
import type { Item } from './items.js';
import { texts } from './texts.js';

interface Entry {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly href?: string;
  readonly run?: () => void;
  readonly may?: boolean;
}

/** What this person may do: what the screen on view offers, then the places, then the rest. */
export function useActionItems(go: (href: string) => void): readonly Item[] {
  const { isAdmin, isAuditor } = useSession();
  const offered = useOfferedActions();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const logout = useLogout();
  const entries: readonly Entry[] = [
    { name: texts.files, icon: FolderOpen, href: '/dashboard' },
    { name: texts.employeeDirectory, icon: BookUser, href: '/dashboard/employees' },
    { name: texts.users, icon: Users, href: '/users', may: isAdmin },
    { name: texts.trash, icon: Trash2, href: '/trash', may: isAdmin },
    { name: texts.orgChart, icon: Network, href: '/dashboard/employees/chart' },
    { name: texts.operations, icon: Activity, href: '/operations', may: isAdmin },
    { name: texts.log, icon: ScrollText, href: '/log', may: isAuditor },
    { name: texts.accessLog, icon: ScrollText, href: '/access-log', may: isAuditor },
    { name: texts.myProfile, icon: UserRound, href: '/dashboard/employees/me' },
    { name: texts.account, icon: KeyRound, href: '/account' },
    { name: texts.addNewUser, icon: UserPlus, href: '/register', may: isAdmin },
    {
      name: singleKeys ? texts.switchSingleLetterKeysOff : texts.switchSingleLetterKeysOn,
      icon: KeyRound,
      run: () => setSingleKeys(!singleKeys),
    },
    { name: texts.logout, icon: LogOut, run: logout },
  ];
  return [
    ...offered.map(({ id, label, run }) => ({ id, name: label, icon: Sparkles, run })),
    ...entries
      .filter(({ may = true }) => may)
      .map(({ name, icon, href, run }) => ({
        id: name,
        name,
        icon,
        run: () => (href ? go(href) : run?.()),
      })),
  ];
}
