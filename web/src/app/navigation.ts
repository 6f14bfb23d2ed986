import {
  Activity,
  BookUser,
  FolderOpen,
  ScrollText,
  Trash2,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { usePast } from '../shared/past.js';
import { useSession } from '../shared/session.js';
import { texts } from './texts.js';

export interface NavigationItem {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** The places that this person may go to. */
export function useNavigation(): readonly NavigationItem[] {
  const { isAdmin, isAuditor } = useSession();
  const isPast = usePast() !== '';
  return [
    { href: '/dashboard', label: texts.files, icon: FolderOpen },
    { href: '/dashboard/employees', label: texts.employees, icon: BookUser },
    ...(isAdmin || isPast ? [{ href: '/users', label: texts.users, icon: Users }] : []),
    ...(isAdmin ? [{ href: '/trash', label: texts.trash, icon: Trash2 }] : []),
    ...(isAdmin ? [{ href: '/operations', label: texts.operations, icon: Activity }] : []),
    ...(isAuditor ? [{ href: '/log', label: texts.log, icon: ScrollText }] : []),
  ];
}

/** Screens that one reaches from another. */
const within: Readonly<Record<string, string>> = { '/access-log': '/log', '/register': '/users' };

export function isHere({ href }: NavigationItem, address: string): boolean {
  const path = within[address] ?? address;
  if (href !== '/dashboard') return path === href || path.startsWith(`${href}/`);
  return path.startsWith('/dashboard') && !path.startsWith('/dashboard/employees');
}
