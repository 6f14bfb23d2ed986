import type { ErrorView } from '@feusa/contracts/errors';
import type { ErrorList } from '@feusa/contracts/views';
import { useEffect, useState } from 'react';
import useSWR from 'swr';
import { get, newCorrelation, send } from '../../shared/api.js';
import { useLive, type Change } from '../../shared/live.js';
import { readAnew } from '../../shared/read-anew.js';
import { offerUndo } from '../../shared/undo/undo.js';
import { pageAfter } from './notice-list.js';
import { texts } from './texts.js';

interface Notices {
  /** The newest. */
  readonly notices: readonly ErrorView[];
  /** Whether they have been read once. */
  readonly isRead: boolean;
  /** How many more there are. */
  readonly more: number;
  readonly failure: unknown;
  dismiss(id: string): Promise<void>;
  forgetFailure(): void;
}

/** The stored errors, live; what is dismissed here goes at once and comes back when refused. */
export function useNotices(): Notices {
  const { data, mutate } = useSWR<ErrorList>('/api/errors');
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<unknown>();
  const apply = (change: Change) => {
    const edit = (list: ErrorList | undefined) =>
      list && Number(change.position) > Number(list.position) ? pageAfter(list, change) : list;
    if (change.op === 'put')
      setDismissed((ids) => new Set([...ids].filter((id) => id !== change.id)));
    void mutate(edit, { revalidate: false });
  };
  const reload = () => void readAnew(mutate, () => get<ErrorList>('/api/errors'));
  useLive(data ? 'errors' : null, apply, reload, data?.position);

  const dismiss = async (id: string) => {
    setFailure(undefined);
    setDismissed((ids) => new Set(ids).add(id));
    try {
      const correlationId = newCorrelation();
      await send('remove-error', { id }, correlationId);
      offerUndo(texts.noticeDismissedForEverybody, correlationId);
    } catch (error) {
      setFailure(error);
      setDismissed((ids) => new Set([...ids].filter((other) => other !== id)));
    }
  };
  const loaded = data?.errors.length ?? 0;
  const more = data ? data.total - loaded : 0;
  const isLow = more > 0 && loaded < FEW;
  useEffect(() => {
    if (isLow) reload();
  }, [isLow]);
  const list = useCalm(data?.errors ?? none);
  const notices = list.filter(({ id }) => !dismissed.has(id));
  return {
    notices,
    more,
    isRead: list !== none,
    failure,
    dismiss,
    forgetFailure: () => setFailure(undefined),
  };
}

const FEW = 20;
const none: readonly ErrorView[] = [];
const CALM_MS = 1200;
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** The list, but nothing comes or goes (and moves the page) while the hand is moving. */
function useCalm<T>(list: T): T {
  const [shown, setShown] = useState(list);
  useEffect(() => {
    if (shown === list) return;
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setShown(list), CALM_MS);
    };
    if (performance.now() - lastSign < CALM_MS) wait();
    else setShown(list);
    for (const sign of signs) addEventListener(sign, wait, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) removeEventListener(sign, wait);
    };
  }, [list, shown]);
  return shown;
}

let lastSign = -Infinity;
for (const sign of signs)
  addEventListener(sign, () => (lastSign = performance.now()), { passive: true });
