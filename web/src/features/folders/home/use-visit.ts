import type { FolderPage } from '@feusa/contracts/views';
import { useEffect, useRef } from 'react';
import { noteOpened } from '../../../shared/personal.js';
import { remember } from '../../../shared/recents.js';

/** Remembers that a folder is opened, and on leaving what was seen in it meanwhile. */
export function useVisit({ folder, position }: FolderPage, path: string): void {
  const { id, name } = folder ?? {};
  useEffect(() => {
    if (id !== undefined && name !== undefined) remember({ id, kind: 'folder', name, href: path });
  }, [id, name, path]);
  const latest = useRef(position);
  useEffect(() => void (latest.current = position), [position]);
  useEffect(() => {
    const first = latest.current;
    return () => {
      if (id !== undefined && latest.current !== first) noteOpened('folder', id);
    };
  }, [id]);
}
