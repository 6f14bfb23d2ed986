import type { TextFormat } from '@feusa/contracts/find';

/** What is found by its name, at the version of its event stream; removed things stay as such. */
export interface FindEntry {
  readonly id: string;
  readonly version: number;
  readonly kind: EntryKind;
  readonly name: string;
  /** The folder that it lies in; null at the top. */
  readonly folderId: string | null;
  /** ISO-8601. */
  readonly changedAt: string;
  /** SHA-256 of a file's bytes in hex, and how their text is read; null where it can't be. */
  readonly blob: string | null;
  readonly format: TextFormat | null;
  /** Declared with a text. */
  readonly charset?: string | undefined;
  readonly isRemoved: boolean;
}

export type EntryKind = 'folder' | 'file' | 'link';
export const entryKinds: readonly EntryKind[] = ['folder', 'file', 'link'];

export interface FindQuery {
  /** Folded words; each found thing has all of one of these sets, by their beginnings. */
  readonly sets: readonly (readonly string[])[];
  /** Which kinds are to be listed; counted are all. */
  readonly kinds: readonly EntryKind[];
  /** Folders that are not to be found, nor what lies in them. */
  readonly hidden: readonly string[];
  /** Only what lies in one of these folders; undefined for everywhere. */
  readonly within?: readonly string[] | undefined;
  /** Only what was changed from then on, or up to then (ISO-8601), both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Nothing but whether there is anything is asked for: a count above 0 says no more. */
  readonly isWhether?: boolean | undefined;
  /** What was just written must be in the answer. */
  readonly isStrong?: boolean | undefined;
}

export interface Candidate {
  readonly id: string;
  readonly kind: EntryKind;
  readonly name: string;
  readonly folderId: string | null;
  readonly blob: string | null;
  /** The name alone has all the words. */
  readonly byName: boolean;
  /** Of its text and name together, from 0. */
  readonly rank: number;
}

/** What is shown of something that was found. */
export type Known = Pick<Candidate, 'kind' | 'name' | 'folderId' | 'blob'>;

export interface Candidates {
  /** Those of the kinds wanted, in any order, at most `findBounds.weighed` by name and `byText` by text. */
  readonly candidates: readonly Candidate[];
  /** Those beyond `findBounds.counted` need not be counted. */
  readonly counts: Readonly<Record<EntryKind, number>>;
}

/** A text that is still to be read, or (`isRead`) only to be put to a file that has come since. */
export interface DueText {
  readonly blob: string;
  readonly format: TextFormat;
  readonly charset: string | null;
  readonly isRead: boolean;
}

export interface TextFault {
  readonly blob: string;
  readonly reason: string;
}

/**
 * Folders, files and links by the words of their names and texts. Texts are kept by the hash of their bytes,
 * whatever files have them. Entries may come late, twice or out of order. All of it can be made again.
 */
export interface DocumentIndex {
  /** Makes the index where there is none; safe in many processes at once. */
  prepare(): Promise<void>;
  /** Up to which position of which read model entries were put; undefined before the first. */
  progress(): Promise<{ readonly position: number; readonly generation: string } | undefined>;
  saveProgress(position: number, generation: string): Promise<void>;
  /** Ignored where the same or a newer version is known. */
  put(entries: readonly FindEntry[]): Promise<void>;
  /** Forgets all entries; texts stay. */
  clear(): Promise<void>;
  find(wanted: FindQuery): Promise<Candidates>;
  /** Another number whenever something may be found that was not, or the other way round. */
  revision(): Promise<number>;
  /** Those of these that there are: another engine is not believed about it. */
  known(ids: readonly string[]): Promise<ReadonlyMap<string, Known>>;
  /** Which of the words each of these has. */
  wordsIn(ids: readonly string[], words: readonly string[]): Promise<ReadonlyMap<string, string[]>>;
  /** The texts of blobs, as far as they are known. */
  texts(blobs: readonly string[]): Promise<ReadonlyMap<string, string>>;
  due(most: number): Promise<readonly DueText[]>;
  /** From now on the files that have these bytes are found by this text, or have this fault. */
  putText(
    blob: string,
    text: { readonly text: string } | { readonly reason: string },
  ): Promise<void>;
  /** Puts a text that is known to all files that have it. */
  settle(blob: string): Promise<void>;
  /** Faults by their number from `after` on, in order. */
  faults(after: number): Promise<readonly (TextFault & { readonly number: number })[]>;
  /** The blobs of all texts, in pages. */
  blobs(): AsyncIterable<readonly string[]>;
  /** Erases the texts of blobs. */
  forget(blobs: readonly string[]): Promise<void>;
}
