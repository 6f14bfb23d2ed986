/**
 * What to show while others change the list. `held` counts the changes that wait because they would
 * move what the person is pointing at or has focused.
 */
export interface Arrangement {
  readonly ids: readonly string[];
  readonly held: number;
}

export interface Attention {
  /** Whether the pointer or the focus is in the list. */
  readonly busy: boolean;
  /** Index of the last entry in view. */
  readonly lastVisible: number;
  /** Entries that this person changed: those may move at once. */
  readonly own: ReadonlySet<string>;
}

export function arrange(
  shown: readonly string[],
  next: readonly string[],
  { busy, lastVisible, own }: Attention,
): Arrangement {
  if (!busy || shown.length === 0 || samePrefix(shown, next) > lastVisible)
    return { ids: next, held: 0 };
  const before = new Set(shown);
  const after = new Set(next);
  const arrived = next.filter((id) => !before.has(id));
  const gone = shown.filter((id) => !after.has(id));
  if ([...arrived, ...gone].some((id) => own.has(id))) return { ids: next, held: 0 };
  const moved = countMoved(
    shown.filter((id) => after.has(id)),
    next.filter((id) => before.has(id)),
  );
  return { ids: shown, held: arrived.length + gone.length + moved };
}

function samePrefix(a: readonly string[], b: readonly string[]): number {
  const end = Math.min(a.length, b.length);
  let index = 0;
  while (index < end && a[index] === b[index]) index += 1;
  return a.length === b.length && index === end ? Infinity : index;
}

/** How many entries one has to pick up and put elsewhere to turn one order into the other. */
function countMoved(from: readonly string[], to: readonly string[]): number {
  const place = new Map(to.map((id, index) => [id, index]));
  const tails: number[] = [];
  for (const id of from) {
    const index = place.get(id) ?? 0;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((tails[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    tails[low] = index;
  }
  return from.length - tails.length;
}
