import type { DeadLetterView, OperationsView } from '@feusa/contracts/operations';
import useSWR from 'swr';
import { request } from '../../shared/api.js';

const KEY = '/api/operations';
const REFRESH_MS = 5000;
/** While something is being tried again, its end is near. */
const SOON_MS = 1000;

const isDue = ({ state }: DeadLetterView) => state === 'due';
const post = (id: number, what: string, body: object) =>
  request<DeadLetterView>('POST', `${KEY}/dead-letters/${id}/${what}`, { body });

export interface Operations {
  readonly view: OperationsView | undefined;
  /** Of the last refresh; what was known before stays. */
  readonly error: unknown;
  reload(): void;
  redrive(letter: DeadLetterView): Promise<void>;
  discard(letter: DeadLetterView, reason: string): Promise<void>;
}

/** How the parts are and what waits, asked for again every 5 s. */
export function useOperations(): Operations {
  const { data, error, mutate } = useSWR<OperationsView>(KEY, {
    refreshInterval: (view) => (view?.deadLetters.some(isDue) ? SOON_MS : REFRESH_MS),
    revalidateOnFocus: true,
    shouldRetryOnError: true,
    onErrorRetry: (...[, , , revalidate, attempt]) =>
      void setTimeout(() => void revalidate(attempt), REFRESH_MS),
  });
  const then = async (work: Promise<unknown>) => {
    await work.finally(() => mutate());
  };
  return {
    view: data,
    error,
    reload: () => void mutate(),
    redrive: ({ id, state }) =>
      then(post(id, 'redrive', { force: state === 'quarantined' || state === 'discarded' })),
    discard: ({ id }, reason) => then(post(id, 'discard', { reason })),
  };
}
