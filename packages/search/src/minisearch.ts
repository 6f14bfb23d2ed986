import { createHash } from 'node:crypto';
import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { terms, type Term } from '@feusa/contracts/text-folding';
import { Matcher, type Found } from './matcher.js';
import { keyOf, phonesOf, wordsOf } from './person-words.js';
import {
  PAGE_SIZE,
  type Hits,
  type Holding,
  type Page,
  type PersonDocument,
  type Removal,
  type SearchIndex,
} from './port.js';
import { Roster } from './roster.js';
import { Scores } from './scores.js';
import { wantsTypos } from './weights.js';

/** Over all that a person is found and sorted by. */
function digestOf({ key, names, others, mails, phones }: Found & { key: string }): string {
  const words = [names, others, mails].map((each) => [...each].sort());
  const text = JSON.stringify([key, phones, ...words]);
  return createHash('sha256').update(text).digest('base64');
}

const holdingOf = (person: PersonDocument): Holding => ({
  id: person.id,
  version: person.version,
  digest: digestOf({ key: keyOf(person), phones: phonesOf(person), ...wordsOf(person) }),
});

const removed = ({ id, version }: Removal): Holding => ({ id, version, digest: 'removed' });

/** Answers that are kept until anybody changes: many people type the same beginnings. */
const ANSWERS = memoryBounds.searches.value;
/** People told at once. */
const AT_ONCE = 1000;

/** People in the memory of this process; writes show at once. */
class MemoryIndex implements SearchIndex {
  #roster = new Roster();
  #matcher = new Matcher();
  #removed = new Map<string, number>();
  #answers = new Map<string, Hits>();

  async put(person: PersonDocument): Promise<void> {
    this.#put(person);
  }

  async putAll(people: readonly PersonDocument[]): Promise<void> {
    for (const person of people) this.#put(person);
  }

  async remove(id: string, version: number): Promise<void> {
    this.#answers.clear();
    const slot = this.#roster.slot(id);
    if (slot === undefined) {
      this.#removed.set(id, Math.max(version, this.#removed.get(id) ?? version));
      return;
    }
    const entry = this.#roster.entry(slot);
    if (entry.version > version) return;
    this.#matcher.forget(slot, entry.known);
    this.#roster.free(slot);
    this.#removed.set(id, version);
  }

  async removeAll(removals: readonly Removal[]): Promise<void> {
    for (const { id, version } of removals) await this.remove(id, version);
  }

  async search(text: string, page?: Page): Promise<Hits> {
    return this.searchNow(text, page);
  }

  searchNow(text: string, { page = 1, size = PAGE_SIZE }: Page = {}): Hits {
    const asked = `${page} ${size} ${text}`;
    const known = this.#answers.get(asked);
    if (known) return known;
    const hits = this.#search(text, { page, size });
    if (this.#answers.size >= ANSWERS) this.#answers.clear();
    this.#answers.set(asked, hits);
    return hits;
  }

  #search(text: string, { page, size }: Required<Page>): Hits {
    const query = terms(text);
    if (query.length === 0) return { ids: [], total: 0 };
    const found = this.#find(query);
    const ids = this.#roster.best(found, (page - 1) * size, page * size);
    return { ids, total: found.slots.length };
  }

  async *holdings(): AsyncGenerator<Holding[]> {
    yield [...this.#removed].map(([id, version]) => removed({ id, version }));
    const people = this.#roster.everybody();
    for (let at = 0; at < people.length; at += AT_ONCE) {
      yield people.slice(at, at + AT_ONCE).flatMap(({ id }) => this.#holding(id));
    }
  }

  expected(people: readonly PersonDocument[], removals: readonly Removal[]): Holding[] {
    return [...people.map(holdingOf), ...removals.map(removed)];
  }

  /** Empty where the person has gone meanwhile. */
  #holding(id: string): Holding[] {
    const slot = this.#roster.slot(id);
    if (slot === undefined) return [];
    const { version, key, known } = this.#roster.entry(slot);
    return [{ id, version, digest: digestOf({ key, ...this.#matcher.wordsOf(slot, known) }) }];
  }

  async close(): Promise<void> {
    this.#roster = new Roster();
    this.#matcher = new Matcher();
    this.#removed.clear();
    this.#answers.clear();
  }

  #put(person: PersonDocument): void {
    this.#answers.clear();
    const { id, version } = person;
    const old = this.#roster.slot(id);
    const entry = old === undefined ? undefined : this.#roster.entry(old);
    if (version < (entry?.version ?? version) || version <= (this.#removed.get(id) ?? -1)) return;
    const words = wordsOf(person);
    const slot = old ?? this.#roster.take(id);
    if (entry) this.#matcher.forget(slot, entry.known);
    const known = this.#matcher.learn(slot, words, phonesOf(person));
    this.#roster.set(slot, { id, version, key: keyOf(person), known });
    this.#removed.delete(id);
  }

  #find(query: readonly Term[]): Scores {
    const words = query.map((term) => this.#matcher.match(term));
    const exact = Scores.every(words);
    if (!wantsTypos(exact.slots.length, () => exact.best(), query.length)) return exact;
    const forgive = (wanted: (word: Scores) => boolean) => {
      query.forEach((term, i) => wanted(words[i]!) && this.#matcher.addTypos(words[i]!, term));
      return Scores.every(words);
    };
    // Words that nobody has are the mistyped ones; failing that, any may be.
    const unknown = new Set(words.filter(({ slots }) => slots.length === 0));
    const found = forgive((word) => unknown.has(word));
    return unknown.size > 0 && found.slots.length > 0
      ? found
      : forgive((word) => !unknown.has(word));
  }
}

/** Opens an empty index. */
export const openMiniSearch = async (): Promise<SearchIndex> => new MemoryIndex();
