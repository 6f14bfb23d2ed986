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

export interface Place {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** The places that this person may go to. */
export function usePlaces(): readonly Place[] {
  const { isAdmin, isAuditor } = useSession();
  const isPast = usePast() !== '';
  return [
    { href: '/dashboard', label: 'Files', icon: FolderOpen },
    { href: '/dashboard/employees', label: 'Employees', icon: BookUser },
    ...(isAdmin || isPast ? [{ href: '/users', label: 'Users', icon: Users }] : []),
    ...(isAdmin ? [{ href: '/trash', label: 'Trash', icon: Trash2 }] : []),
    ...(isAdmin ? [{ href: '/operations', label: 'Operations', icon: Activity }] : []),
    ...(isAuditor ? [{ href: '/log', label: 'Log', icon: ScrollText }] : []),
  ];
}

export function isHere({ href }: Place, path: string): boolean {
  if (href !== '/dashboard') return path === href || path.startsWith(`${href}/`);
  return path.startsWith('/dashboard') && path !== '/dashboard/employees';
}
