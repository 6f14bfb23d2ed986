import { lazy, useEffect } from 'react';

const parts = {
  addFolder: () => import('./add-folder-dialog.js'),
  addFile: () => import('./add-file-dialog.js'),
  addLink: () => import('./add-link-dialog.js'),
  rename: () => import('./rename-dialog.js'),
  move: () => import('./move-dialog.js'),
  delete: () => import('./delete-dialog.js'),
  detail: () => import('./detail-dialog.js'),
};

export const AddFolder = lazy(parts.addFolder);
export const AddFile = lazy(parts.addFile);
export const AddLink = lazy(parts.addLink);
export const Rename = lazy(parts.rename);
export const Move = lazy(parts.move);
export const Delete = lazy(parts.delete);
export const Detail = lazy(parts.detail);

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
