/** Typing errors that the search forgives in a word of this many letters. */
export const forgiven = (letters: number): number => (letters >= 8 ? 2 : letters >= 4 ? 1 : 0);

/** Errors between two words (a letter too many, missing, wrong, or two swapped), at most `most` + 1. */
export function typos(a: string, b: string, most: number): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  if (same === a.length && same === b.length) return 0;
  if (most === 0) return 1;
  const after = (inA: number, inB: number) =>
    1 + typos(a.slice(same + inA), b.slice(same + inB), most - 1);
  const isSwapped = a[same] === b[same + 1] && a[same + 1] === b[same] && same + 1 < a.length;
  return Math.min(after(1, 1), after(1, 0), after(0, 1), isSwapped ? after(2, 2) : Infinity);
}
