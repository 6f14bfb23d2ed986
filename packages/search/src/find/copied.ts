import type { EntryKind } from './port.js';

/** An entry as it is copied into another engine, with its text. */
export interface Copied {
  readonly id: string;
  /** Grows with every change of the entry, its text too. */
  readonly revision: number;
  readonly kind: EntryKind;
  readonly name: string;
  readonly folderId: string | null;
  readonly blob: string | null;
  readonly changedAt: string;
  readonly isRemoved: boolean;
  readonly text: string | null;
}

export interface Revised {
  readonly id: string;
  readonly revision: number;
}

/** What is copied: the index that is made from the read model and the files. */
export interface CopySource {
  /** Whether query has made it already, which it does at its first start. */
  isPrepared(): Promise<boolean>;
  /** Entries after a revision, in the order of revisions. */
  copiesAfter(revision: number, most: number): Promise<readonly Copied[]>;
  copies(ids: readonly string[]): Promise<readonly Copied[]>;
  /** The revisions of all entries after an id, in the order of ids. */
  revisedAfter(id: string, most: number): Promise<readonly Revised[]>;
  newestRevision(): Promise<number>;
  /** Up to where everything is copied; 0 before the first time. */
  copied(): Promise<number>;
  saveCopied(revision: number): Promise<void>;
}

/** Where it is copied to. Writes may come late or twice. */
export interface CopyTarget {
  write(entries: readonly Copied[]): Promise<void>;
  /** Takes entries out whatever their revision. */
  erase(ids: readonly string[]): Promise<void>;
  revisedAfter(id: string, most: number): Promise<readonly Revised[]>;
  refresh(): Promise<void>;
}

const AT_ONCE = 100;
const COMPARED = 2000;
export const FIRST = '00000000-0000-0000-0000-000000000000';

/** The ids in both, in order, with what each says; undefined where one does not know it. */
async function* pairs(source: CopySource, target: CopyTarget) {
  for (let after = FIRST; ;) {
    const [ours, theirs] = await Promise.all([
      source.revisedAfter(after, COMPARED),
      target.revisedAfter(after, COMPARED),
    ]);
    // Only as far as both have been read.
    const ends = [ours, theirs].filter((page) => page.length === COMPARED);
    const end = ends.map((page) => page.at(-1)!.id).sort()[0];
    const said = new Map(ours.map(({ id, revision }) => [id, revision]));
    const held = new Map(theirs.map(({ id, revision }) => [id, revision]));
    for (const id of new Set([...said.keys(), ...held.keys()]))
      if (end === undefined || id <= end) yield { id, said: said.get(id), held: held.get(id) };
    if (end === undefined) return;
    after = end;
  }
}

/** Copies what differs, and takes out what nobody has said. Says how much that was. */
export async function compareAndCopy(source: CopySource, target: CopyTarget): Promise<number> {
  await target.refresh();
  const lacking: string[] = [];
  const foreign: string[] = [];
  for await (const { id, said, held } of pairs(source, target)) {
    if (held !== undefined && (said === undefined || held > said)) foreign.push(id);
    if (said !== undefined && held !== said) lacking.push(id);
  }
  for (let at = 0; at < foreign.length; at += COMPARED)
    await target.erase(foreign.slice(at, at + COMPARED));
  for (let at = 0; at < lacking.length; at += AT_ONCE)
    await target.write(await source.copies(lacking.slice(at, at + AT_ONCE)));
  await target.refresh();
  return new Set([...lacking, ...foreign]).size;
}
