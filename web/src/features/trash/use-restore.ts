import type { TrashItem } from '@feusa/contracts/views';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError, newCorrelation } from '../../shared/api.js';
import { Cancelled } from '../../shared/conflicts/ask.js';
import { sendNaming } from '../../shared/conflicts/send-naming.js';
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
  return sendNaming(commandOf[type], { id }, { correlationId, name, folderId });
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
  /** One after the other, as each may ask about its name; what was cancelled ends it. */
  const restore = async (items: readonly TrashItem[]) => {
    const ids = new Set(items.map(({ id }) => id));
    setRestoring((now) => new Set([...now, ...ids]));
    const correlationId = newCorrelation();
    const restored: TrashItem[] = [];
    const failed: [TrashItem, string][] = [];
    for (const item of items) {
      try {
        await restoreOne(item, correlationId);
        restored.push(item);
      } catch (error) {
        if (error instanceof Cancelled) break;
        failed.push([item, error instanceof ApiError ? error.detail : '']);
      }
    }
    toastRestored(restored, correlationId, navigate);
    toastFailed(failed);
    await reload();
    setRestoring((now) => new Set([...now].filter((id) => !ids.has(id))));
  };
  return { restore, restoring };
}

function toastRestored(
  items: readonly TrashItem[],
  correlationId: string,
  navigate: (to: string) => void,
): void {
  const [first] = items;
  if (!first) return;
  const show = { label: texts.show, run: () => navigate(placeOf(first)) };
  if (items.length === 1) offerUndo(texts.restored(first.name), correlationId, show);
  else offerUndo(texts.restoredMany(items.length), correlationId);
}

function toastFailed(failed: readonly (readonly [TrashItem, string])[]): void {
  const [first] = failed;
  if (!first) return;
  const [{ name }, detail] = first;
  const text =
    failed.length === 1
      ? texts.couldNotBeRestored(name, detail)
      : texts.notRestoredMany(failed.length, detail);
  toast({ tone: 'danger', text });
}
