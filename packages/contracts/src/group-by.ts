/** What has the same key in one list, in the order that it comes in. */
export function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The events of each stream. */
export const byStream = <E extends { readonly stream: string }>(
  events: Iterable<E>,
): Map<string, E[]> => groupBy(events, ({ stream }) => stream);
