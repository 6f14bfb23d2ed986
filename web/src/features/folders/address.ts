import type { FolderPage } from '@feusa/contracts/views';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { toast } from '../../shared/toast-store.js';
import { texts } from './texts.js';

export const folderHref = (path: string): string => `/dashboard${path}`;

/** The folder's id is the last of the path's ids; null at the root. */
export function idOfPath(path: string): string | null {
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return last === '' || last === 'dashboard' ? null : last.toLowerCase();
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isFolderId = (id: string): boolean => isUuid.test(id);

export interface Crumb {
  readonly id: string | null;
  readonly name: string;
  readonly href: string;
}

/** Every folder above, from the root on. */
export function crumbsOf({ folder, ancestors }: FolderPage): readonly Crumb[] {
  if (!folder) return [];
  const ids = ancestors.map(({ id }) => id);
  return [
    { id: null, name: texts.files, href: folderHref('') },
    ...ancestors.map(({ id, name }, index) => ({
      id,
      name,
      href: folderHref(`/${ids.slice(0, index + 1).join('/')}`),
    })),
  ];
}

const pathOf = ({ folder, ancestors }: FolderPage): string =>
  folder ? folderHref(`/${[...ancestors.map(({ id }) => id), folder.id].join('/')}`) : '/dashboard';

const tidy = (path: string) => path.toLowerCase().replace(/\/+$/, '');

/** An address that names an old place of the folder is led to the new one, which is said. */
export function useTruePath(page: FolderPage | undefined): void {
  const [path, navigate] = useLocation();
  const truth = page && pathOf(page);
  const where = page?.ancestors.map(({ name }) => name).join(' / ') || texts.files;
  useEffect(() => {
    if (truth === undefined || tidy(path) === tidy(truth)) return;
    navigate(truth + location.search, { replace: true });
    // The bare id is a short form, not an old place.
    if (path.split('/').length > 3) toast({ text: texts.hasMoved(where) });
  }, [truth, path, navigate, where]);
}
