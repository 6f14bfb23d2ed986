/** Does `work` for every item, at most `width` at a time; the first fault ends it. */
export async function eachOf<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let broken = false;
  const worker = async () => {
    while (next < items.length && !broken) {
      const item = items[next++] as T;
      await work(item).catch((fault: unknown) => {
        broken = true;
        throw fault;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: width }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
