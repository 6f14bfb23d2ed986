import { listBounds } from '@feusa/contracts/bounds';

export const SEARCH_INDEX = Symbol('SearchIndex');

/** What is searched of a person. `version` is the version of the person's event stream. */
export interface PersonDocument {
  readonly id: string;
  readonly version: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: string;
  readonly location: string;
  readonly department: string;
  readonly manager: string;
  readonly phoneNumber: string;
  readonly mobile?: string | null | undefined;
}

/**
 * A person to forget; `at` is when they were removed, ISO-8601, now if left out. The erased are forgotten in
 * what is kept for going back, too.
 */
export interface Removal {
  readonly id: string;
  readonly version: number;
  readonly at?: string;
  readonly erased?: boolean;
}

/** `page` starts at 1; both are whole numbers, checked by the caller. */
export interface Page {
  readonly page?: number;
  readonly size?: number;
}

/** The ids of one page, best first, and how many people match in all. */
export interface Hits {
  readonly ids: readonly string[];
  readonly total: number;
}

export const PAGE_SIZE = listBounds.found.value;

/**
 * Finds people by anything they are known by: any word order, every word must match. Documents may
 * come late, twice or out of order. An index outside this process may show a write a moment later.
 * Every method rejects with SearchUnavailable while the index cannot be reached.
 */
export interface SearchIndex {
  /** Adds or replaces a person; ignored where a newer version or removal is known. */
  put(person: PersonDocument): Promise<void>;
  /** The same for many at once; all of them or a rejection, after which it may be repeated. */
  putAll(people: readonly PersonDocument[]): Promise<void>;
  /** Forgets a person for good up to `version`, known or not; ignored where a newer one is known. */
  remove(id: string, version: number): Promise<void>;
  /** The same for many at once; all of them or a rejection, after which it may be repeated. */
  removeAll(removals: readonly Removal[]): Promise<void>;
  /** Plain text, no operators. Text without a letter or digit finds nobody. */
  search(text: string, page?: Page): Promise<Hits>;
  /** The same without waiting, where all of it is in the memory of this process. */
  searchNow?(text: string, page?: Page): Hits;
  /** What is held, removals too, in pages, each person once. */
  holdings(): AsyncIterable<readonly Holding[]>;
  /** What should be held of these, in any order. */
  expected(people: readonly PersonDocument[], removals: readonly Removal[]): Holding[];
  close(): Promise<void>;
}

/** What a document is taken for by those who compare: `digest` is over all that is searched of it. */
export interface Holding {
  readonly id: string;
  readonly version: number;
  readonly digest: string;
}

/** How many documents there are, and the sum of their `sealOf`: the same for the same set of documents. */
export interface Tally {
  readonly documents: number;
  readonly seals: number;
}

/** An index outside this process: it can be lost, restored from an old copy or left behind. */
export interface RemoteSearchIndex extends SearchIndex {
  /** What is wrong with the engine, undefined where all is well, within 1.5 s. */
  state(): Promise<string | undefined>;
  /** Makes the index if there is none; safe in many processes at once. */
  prepare(): Promise<void>;
  /** Answers when all that was written shows in searches. */
  refresh(): Promise<void>;
  /** All documents but removals before `since` (ISO-8601) and the people named. */
  tally(since: string, without: readonly string[]): Promise<Tally>;
  /** Takes documents out, whatever their version, as if they had never been there. */
  erase(ids: readonly string[]): Promise<void>;
  /** Takes out removals before a time (ISO-8601); answers how many. */
  purge(before: string): Promise<number>;
  readonly generations: Generations;
}

/** The index is built anew beside the one that is searched, which then is kept for a while. */
export interface Generations {
  /** Begins an empty one, to which all changes go as well from now on; removes half-built ones. */
  begin(): Promise<Generation>;
  /** The one kept, to which all changes go as well from now on; undefined where there is none. */
  reopen(): Promise<Generation | undefined>;
  /** Gives up what is being built. */
  clear(): Promise<void>;
}

/** An index that is being built: reads and writes are of this one alone. */
export interface Generation extends Omit<
  RemoteSearchIndex,
  'generations' | 'prepare' | 'state' | 'close'
> {
  readonly name: string;
  /**
   * Puts it, in one step, in the place of the one that is searched; that one is kept, others go.
   * @throws Error where somebody else has begun another one since; nothing is changed then
   */
  publish(): Promise<void>;
}

/** The index will never take these documents as they are; all others it was told are in it. */
export class DocumentsRefused extends Error {
  override readonly name = 'DocumentsRefused';
  /** With each a reason as the engine names it: nothing of the document itself. */
  constructor(readonly refused: readonly { readonly id: string; readonly reason: string }[]) {
    super(refused.map(({ id, reason }) => `${id}: ${reason}`).join('; '));
  }
}

export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
  constructor(options?: ErrorOptions) {
    super('Search is not available right now', options);
  }
}
