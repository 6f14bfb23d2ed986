import { lazy, useEffect } from 'react';

const parts = {
  addFolder: () => import('./add-folder.js'),
  addFile: () => import('./add-file.js'),
  addLink: () => import('./add-link.js'),
  rename: () => import('./rename.js'),
  move: () => import('./move.js'),
  delete: () => import('./delete.js'),
  detail: () => import('./detail.js'),
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
