import {
  BookUser,
  FolderOpen,
  KeyRound,
  LogOut,
  ScrollText,
  Sparkles,
  Trash2,
  UserPlus,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useOfferedActions } from '../../shared/actions.js';
import { useSession } from '../../shared/session.js';
import { useSingleKeys } from '../../shared/shortcuts.js';
import { useLogout } from '../../shared/use-logout.js';
import type { Item } from './items.js';

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
    { name: 'Files', icon: FolderOpen, href: '/dashboard' },
    { name: 'Employee Directory', icon: BookUser, href: '/dashboard/employees' },
    { name: 'Users', icon: Users, href: '/users', may: isAdmin },
    { name: 'Trash', icon: Trash2, href: '/trash', may: isAdmin },
    { name: 'Log', icon: ScrollText, href: '/log', may: isAuditor },
    { name: 'Add New User', icon: UserPlus, href: '/register', may: isAdmin },
    {
      name: singleKeys ? 'Switch single-letter keys off' : 'Switch single-letter keys on',
      icon: KeyRound,
      run: () => setSingleKeys(!singleKeys),
    },
    { name: 'Logout', icon: LogOut, run: logout },
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
