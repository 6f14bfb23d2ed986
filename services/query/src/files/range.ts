import type { ByteRange } from '@feusa/files/blobs/port';
import { fileBounds } from '@feusa/contracts/bounds';

const MOST_SPECS = fileBounds.ranges.value;

/**
 * What a Range header asks for of `size` bytes: one range (of several, the first that can be served),
 * `unsatisfiable`, or undefined where the header means nothing and the whole is to be sent.
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, list] = /^\s*bytes\s*=(.*)$/i.exec(header ?? '') ?? [];
  const specs = list?.split(',', MOST_SPECS).map((spec) => /^\s*(\d*)\s*-\s*(\d*)\s*$/.exec(spec));
  if (!specs?.every((spec) => spec && spec[0].trim() !== '-')) return undefined;
  const ranges = specs.map((spec) => within(spec?.[1] ?? '', spec?.[2] ?? '', size));
  return ranges.find((range) => range !== undefined) ?? 'unsatisfiable';
}

function within(first: string, last: string, size: number): ByteRange | undefined {
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length > 0 ? { start: size - length, end: size - 1 } : undefined;
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : undefined;
}
