import type { TrashItem } from '@feusa/contracts/views';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError, newCorrelation, send } from '../../shared/api.js';
import { toast } from '../../shared/toast-store.js';
import { offerUndo } from '../../shared/undo/undo.js';

const restoreOne = ({ type, id }: TrashItem, correlationId: string) => {
  switch (type) {
    case 'folder':
      return send('restore-folder', { id }, correlationId);
    case 'doc':
      return send('restore-file', { id }, correlationId);
    case 'link':
      return send('restore-link', { id }, correlationId);
    case 'employee':
      return send('restore-employee', { id }, correlationId);
  }
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
      const show = { label: 'Show', run: () => navigate(placeOf(item)) };
      offerUndo(`“${item.name}” is back.`, correlationId, show);
    } catch (error) {
      const detail = error instanceof ApiError ? error.detail : '';
      toast({ tone: 'danger', text: `“${item.name}” could not be restored. ${detail}` });
    } finally {
      await reload();
      setRestoring((now) => new Set([...now].filter((id) => id !== item.id)));
    }
  };
  return { restore, restoring };
}
