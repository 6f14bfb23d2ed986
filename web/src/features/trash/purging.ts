import type { Purgeable } from '@feusa/contracts/purge';
import type { TrashItem, TrashOutlook } from '@feusa/contracts/views';
import { ApiError, get, newCorrelation, send } from '../../shared/api.js';
import { readTrash } from './use-trash.js';

const kinds = { folder: 'folder', doc: 'file', link: 'link' } as const;

/** People are not deleted for good from here, but erased. */
export const kindOf = ({ type }: TrashItem): Purgeable | undefined =>
  type === 'employee' ? undefined : kinds[type];

/** As many ids as an address takes. */
const IDS = 150;
/** Commands that are under way at once. */
const TOGETHER = 8;

/** How much goes for good with these, or with all that is in the trash. */
export async function readOutlook(items: readonly TrashItem[] | 'all'): Promise<TrashOutlook> {
  if (items === 'all') return get<TrashOutlook>('/api/trash/outlook');
  const parts = Array.from({ length: Math.ceil(items.length / IDS) }, (_, part) =>
    items.slice(part * IDS, (part + 1) * IDS).map(({ id }) => id),
  );
  const sums = { folders: 0, files: 0, links: 0, bytes: 0 };
  for (const ids of parts) {
    const more = await get<TrashOutlook>(`/api/trash/outlook?ids=${ids.join(',')}`);
    for (const each of ['folders', 'files', 'links', 'bytes'] as const) sums[each] += more[each];
  }
  return sums;
}

/** All of the trash that can be deleted for good. */
export async function readAll(): Promise<readonly TrashItem[]> {
  const { items } = await readTrash('', Infinity);
  return items.filter(kindOf);
}

interface PurgeControl {
  readonly onDone: (done: number) => void;
  readonly isStopped: () => boolean;
}

export interface Purged {
  readonly done: number;
  /** Not tried, or tried in vain. */
  readonly left: readonly TrashItem[];
  readonly error?: unknown;
}

/** Deletes these for good, some at a time; ends at the first that fails. */
export async function purgeAll(items: readonly TrashItem[], orders: PurgeControl): Promise<Purged> {
  const correlationId = newCorrelation();
  let done = 0;
  // The first one alone: it asks for the password.
  for (let at = 0, next = 1; at < items.length; at = next, next += TOGETHER) {
    if (orders.isStopped()) return { done, left: items.slice(at) };
    const part = items.slice(at, next);
    const results = await Promise.allSettled(part.map((item) => purge(item, correlationId)));
    const failed = part.filter((_, index) => results[index]?.status === 'rejected');
    done += part.length - failed.length;
    orders.onDone(done);
    const fault = results.find((result) => result.status === 'rejected');
    if (fault)
      return { done, left: [...failed, ...items.slice(next)], error: fault.reason as unknown };
  }
  return { done, left: [] };
}

async function purge(item: TrashItem, correlationId: string): Promise<void> {
  const kind = kindOf(item);
  if (!kind) return;
  try {
    await send('purge', { id: item.id, kind }, correlationId);
  } catch (error) {
    // It went with a folder that it lay in, or another administrator was faster.
    if (!(error instanceof ApiError && error.code === 'trash/purged')) throw error;
  }
}
