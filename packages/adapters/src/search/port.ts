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

export const PAGE_SIZE = 100;

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
  /** Plain text, no operators. Text without a letter or digit finds nobody. */
  search(text: string, page?: Page): Promise<Hits>;
  close(): Promise<void>;
}

export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
  constructor(options?: ErrorOptions) {
    super('Search is not available right now', options);
  }
}
