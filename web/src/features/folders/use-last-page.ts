import type { FolderPage } from '@feusa/contracts/views';
import { useRef, useEffect } from 'react';

/** The page as it was when it could last be read. */
export function useLastPage(page: FolderPage | undefined): FolderPage | undefined {
  const last = useRef(page);
  useEffect(() => {
    if (page) last.current = page;
  }, [page]);
  return page ?? last.current;
}
