import type { ActorView } from '@feusa/contracts/docs';
import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { normalEmail } from '@feusa/contracts/text';
import type { Account, EventStore } from '@feusa/event-log/store/port';
import { LRUCache } from 'lru-cache';
import { growingTo } from '../growing-cache.js';
import { Marks } from '../marks.js';
import { Faces, type Face, type FacesOf, type ReadFaces } from './faces.js';
import type { EmployeeRow } from './rows.js';

/** Tells who the id of an account in a row stands for. */
export type ActorOf = (id: string) => ActorView;

export interface Names {
  /** Says who these ids stand for, as they are now; any other is nobody's. */
  known(ids: Iterable<string>): Promise<ActorOf>;
}

/** Whom what is kept was made of, by addresses and by ids of employees. */
class Named {
  readonly marks = new Marks();
  /** Of those who are being looked up nobody knows yet. */
  reading = 0;

  has(texts: readonly string[]): boolean {
    return this.reading > 0 || texts.some((text) => this.marks.has(text));
  }
}

/** Whether what is kept names somebody who has changed: content, and the list of all accounts. */
export interface Renamed {
  readonly content: boolean;
  readonly list: boolean;
}

const nobody: ActorOf = (id) => ({ id, email: '' });

export const unknownActor: Names = { known: () => Promise.resolve(nobody) };

/**
 * Whom rows name as those who did something. Accounts are asked of the log's own table, so that nobody is named
 * any more once theirs is gone; names are those of the directory. Both are looked up, and remembered.
 */
export class Actors implements Names {
  /** The addresses of accounts by id, empty for an id that is none's. */
  private readonly emails: LRUCache<string, string>;
  /** What was read before accounts changed must not be remembered after it. */
  private round = 0;
  private readonly faces: Faces;
  /** Addresses, and employees, that what is kept was made of. */
  private readonly content = new Named();
  private readonly list = new Named();

  constructor(
    private readonly store: Pick<EventStore, 'accounts' | 'accountsById'>,
    readFaces: ReadFaces,
    most?: number,
  ) {
    this.emails = new LRUCache(growingTo(most ?? memoryBounds.actors.value));
    this.faces = new Faces(readFaces, most);
  }

  /** Everybody who has an account. */
  async all(): Promise<ActorView[]> {
    const accounts = await this.store.accounts();
    const emails = accounts.map(({ email }) => email);
    const facesOf = await this.facesFor(emails, this.list);
    return accounts.map(({ id, email }) => viewOf(id, email, facesOf));
  }

  /** `accounts`: those that were read already, who need not be looked up. */
  async known(ids: Iterable<string>, accounts: readonly Account[] = []): Promise<ActorOf> {
    const emails = new Map(accounts.map(({ id, email }) => [id, email]));
    await this.addTo(emails, ids);
    const facesOf = await this.facesFor([...emails.values()], this.content);
    return (id) => viewOf(id, emails.get(id) ?? '', facesOf);
  }

  /** The only employee with an e-mail address. */
  async employeeOf(email: string): Promise<string | undefined> {
    return faceOf(await this.faces.of([email]), email)?.id;
  }

  /** Some account is another one by now. */
  accountsChanged(): void {
    this.round++;
    this.emails.clear();
  }

  /** Nothing is kept any more that was made of names. */
  forgotten(what: keyof Renamed): void {
    this[what].marks.clear();
  }

  /** All people may be other ones. */
  clear(): void {
    this.faces.clear();
  }

  /** Takes in that an employee has changed. */
  put({ id, email, removedAt }: Pick<EmployeeRow, 'id' | 'email' | 'removedAt'>): Renamed {
    const address = removedAt === null ? normalEmail(email) : undefined;
    this.faces.changed(id, address);
    const texts = address === undefined ? [id] : [id, address];
    return { content: this.content.has(texts), list: this.list.has(texts) };
  }

  /** Whoever changes meanwhile may have been read before. */
  private async facesFor(all: readonly string[], named: Named): Promise<FacesOf> {
    const emails = new Set(all.filter((email) => email !== ''));
    named.reading++;
    try {
      const facesOf = await this.faces.of(emails);
      for (const email of emails) {
        named.marks.add(normalEmail(email));
        for (const { id } of facesOf(email)) named.marks.add(id);
      }
      return facesOf;
    } finally {
      named.reading--;
    }
  }

  private async addTo(emails: Map<string, string>, ids: Iterable<string>): Promise<void> {
    const missing = new Set<string>();
    for (const id of ids) {
      const email = emails.get(id) ?? this.emails.get(id);
      if (email === undefined) missing.add(id);
      else emails.set(id, email);
    }
    if (missing.size === 0) return;
    const { round } = this;
    const accounts = await this.store.accountsById([...missing]);
    for (const { id, email } of accounts) emails.set(id, email);
    if (round === this.round) for (const id of missing) this.emails.set(id, emails.get(id) ?? '');
  }
}

function faceOf(facesOf: FacesOf, email: string): Face | undefined {
  const [face, ...others] = facesOf(email);
  return others.length === 0 ? face : undefined;
}

function viewOf(id: string, email: string, facesOf: FacesOf): ActorView {
  if (email === '') return nobody(id);
  const face = faceOf(facesOf, email);
  return { id, email, ...(face && shownAs(face)) };
}

const shownAs = ({ id, firstName, lastName, hasPhoto }: Face): Omit<ActorView, 'id' | 'email'> => ({
  name: `${firstName} ${lastName}`,
  ...(hasPhoto && { file: `/files/${id}` }),
});
