import { commandBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';
import { fileExtension, lengthOf } from '@feusa/contracts/text';
import type { OnConflict } from '@feusa/contracts/on-conflict';

/** What has a name in a folder. */
export interface Named {
  readonly id: string;
  readonly kind: 'folder' | 'file' | 'link';
  readonly name: string;
}

/** What to do about a name that is taken, and what has a name, by its key, in a folder. */
export interface Naming {
  readonly onConflict: OnConflict;
  named(key: string, folderId: string | null): readonly Named[];
}

/** Where something is put. `id`: its own where it is there already. */
interface Putting {
  readonly id?: string;
  readonly kind: Named['kind'];
  readonly folderId: string | null;
  readonly name: string;
}

/**
 * The name that something gets in a folder; without `naming` equal names are no conflict.
 * @throws Refusal where the name is taken and that is to be refused
 */
export function nameFor(putting: Putting, naming: Naming | undefined): string {
  const { id, kind, folderId, name } = putting;
  if (!naming) return name;
  const otherOf = (each: string) =>
    naming.named(keyOfName(each), folderId).find((named) => named.id !== id);
  const other = otherOf(name);
  if (!other) return name;
  const suggestion = freeName(name, kind, (each) => !otherOf(each));
  if (naming.onConflict === 'keep-both') return suggestion;
  return refuse('name-taken', { id: other.id, kind: other.kind, name: other.name, suggestion });
}

/** Two ways to write the same letters are one name. */
export const keyOfName = (name: string): string => name.normalize('NFC');

function freeName(name: string, kind: Named['kind'], isFree: (name: string) => boolean): string {
  for (const candidate of otherNames(name, kind)) if (isFree(candidate)) return candidate;
  return name;
}

/** 'Plan (2).pdf' for a second 'Plan.pdf', and 'Plan (3).pdf' for another 'Plan (2).pdf'; there is no end of them. */
export function* otherNames(name: string, kind: Named['kind']): Generator<string> {
  const extension = kind === 'file' ? fileExtension(name) : '';
  const [, stem = '', number = '1'] =
    /^(.*?)(?: \(([1-9]\d{0,8})\))?$/s.exec(name.slice(0, name.length - extension.length)) ?? [];
  for (let next = Number(number) + 1; ; next++)
    yield shortened(stem, ` (${next})${extension}`, kind);
}

const MOST_BYTES = commandBounds.fileName.value;
const MOST_CHARACTERS = commandBounds.name.value;

const fits = (name: string, kind: Named['kind']): boolean =>
  kind === 'file'
    ? new TextEncoder().encode(name).length <= MOST_BYTES
    : lengthOf(name) <= MOST_CHARACTERS;

function shortened(stem: string, end: string, kind: Named['kind']): string {
  const kept = [...stem];
  while (kept.length > 1 && !fits(kept.join('') + end, kind)) kept.pop();
  return kept.join('').trimEnd() + end;
}
