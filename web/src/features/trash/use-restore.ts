import type { TrashItem } from '@feusa/contracts/views';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError, newCorrelation } from '../../shared/api.js';
import { Cancelled } from '../../shared/conflicts/ask.js';
import { sendPlaced } from '../../shared/conflicts/send-placed.js';
import { toast } from '../../shared/toast-store.js';
import { offerUndo } from '../../shared/undo/undo.js';
import { texts } from './texts.js';

const commandOf = {
  folder: 'restore-folder',
  doc: 'restore-file',
  link: 'restore-link',
  employee: 'restore-employee',
} as const;

const restoreOne = ({ type, id, name, ancestors }: TrashItem, correlationId: string) => {
  const folderId = ancestors.at(-1)?.id ?? null;
  return sendPlaced(commandOf[type], { id }, { correlationId, name, folderId });
};

/** Where a restored thing is to be seen. */
function placeOf({ type, id, ancestors }: TrashItem): string {
  if (type === 'employee') return `/dashboard/employees?person=${id}`;
  const ids = ancestors.map((crumb) => crumb.id);
  if (type === 'folder') return ['/dashboard', ...ids, id].join('/');
  return `${['/dashboard', ...ids].join('/')}?detail=${id}`;
}

export function useRestore(reload: () => Promise<unknown>) {
  const [, navigate] = useLocation();
  const [restoring, setRestoring] = useState<ReadonlySet<string>>(new Set());
  const restore = async (item: TrashItem) => {
    setRestoring((now) => new Set(now).add(item.id));
    try {
      const correlationId = newCorrelation();
      await restoreOne(item, correlationId);
      const show = { label: texts.show, run: () => navigate(placeOf(item)) };
      offerUndo(texts.restored(item.name), correlationId, show);
    } catch (error) {
      if (error instanceof Cancelled) return;
      const detail = error instanceof ApiError ? error.detail : '';
      toast({ tone: 'danger', text: texts.couldNotBeRestored(item.name, detail) });
    } finally {
      await reload();
      setRestoring((now) => new Set([...now].filter((id) => id !== item.id)));
    }
  };
  return { restore, restoring };
}
