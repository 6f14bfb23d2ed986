import useSWR, { type SWRConfiguration } from 'swr';

interface Query<T> {
  /** The address, and by how much of the answer is read; null for nothing. */
  readonly key: string | null;
  /** What it is asked about: an answer about the same may stay. */
  readonly about: string;
  readonly read: () => Promise<T>;
}

/**
 * What a query answers. While a newer answer is under way the last one stays; where that one fails, what stays on
 * view was not asked for, unless it is about the same.
 */
export function useLastAnswer<T>({ key, about, read }: Query<T>, config: SWRConfiguration = {}) {
  const { data, error, isLoading, mutate } = useSWR<
    { readonly about: string; readonly answer: T },
    unknown
  >(key, async () => ({ about, answer: await read() }), { ...config, keepPreviousData: true });
  const isOther = error !== undefined && data?.about !== about;
  return { data: isOther ? undefined : data?.answer, error, isLoading, mutate };
}
