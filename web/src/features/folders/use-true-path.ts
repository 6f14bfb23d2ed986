import type { FolderPage } from '@feusa/contracts/views';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { toast } from '../../shared/toast-store.js';
import { folderHref } from './page/folder-page.js';

const pathOf = ({ folder, ancestors }: FolderPage): string =>
  folder ? folderHref(`/${[...ancestors.map(({ id }) => id), folder.id].join('/')}`) : '/dashboard';

const tidy = (path: string) => path.toLowerCase().replace(/\/+$/, '');

/** An address that names an old place of the folder is led to the new one, which is said. */
export function useTruePath(page: FolderPage | undefined): void {
  const [path, navigate] = useLocation();
  const truth = page && pathOf(page);
  const where = page?.ancestors.map(({ name }) => name).join(' / ') || 'Files';
  useEffect(() => {
    if (truth === undefined || tidy(path) === tidy(truth)) return;
    navigate(truth + location.search, { replace: true });
    // The bare id is a short form, not an old place.
    if (path.split('/').length > 3)
      toast({ text: `This folder has moved. It is now in ${where}.` });
  }, [truth, path, navigate, where]);
}
