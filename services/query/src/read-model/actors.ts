import type { ActorView } from '@feusa/contracts/docs';
import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { normalEmail } from '@feusa/contracts/text';
import type { Account, EventStore } from '@feusa/event-log/store/port';
import { LRUCache } from 'lru-cache';
import { growingTo } from '../growing-cache.js';
import type { EmployeeRow } from './rows.js';

/** Of an employee: what those who did something are called and look like. */
type Face = Pick<EmployeeRow, 'id' | 'firstName' | 'lastName'> & { readonly hasPhoto: boolean };

/** Tells who the id of an account in a row stands for. */
export type ActorOf = (id: string) => ActorView;

export interface Names {
  /** Says who these ids stand for, as they are now; any other is nobody's. */
  known(ids: Iterable<string>): Promise<ActorOf>;
}

const nobody: ActorOf = (id) => ({ id, email: '' });

export const unknownActor: Names = { known: () => Promise.resolve(nobody) };

/**
 * Whom rows name as those who did something. Accounts are asked of the log's own table, so that nobody is named
 * any more once theirs is gone; names are those of the directory.
 */
export class Actors implements Names {
  /** The addresses of accounts by id, empty for an id that is none's. */
  private readonly emails: LRUCache<string, string>;
  /** The same addresses in their normal form: what was made of the names may be kept. */
  private readonly shown = new Set<string>();
  /** Whether more names may stand in what is kept than are known here. */
  private isMoreShown = false;
  /** What was read before accounts changed must not be remembered after it. */
  private round = 0;
  /** The employees with an e-mail address, nearly always one. */
  private readonly faces = new Map<string, readonly Face[]>();
  private readonly addresses = new Map<string, string>();

  /** `meetPeople` settles once all employees have been put in. */
  constructor(
    private readonly store: Pick<EventStore, 'accounts' | 'accountsById'>,
    private readonly meetPeople: () => Promise<void>,
    most: number = memoryBounds.actors.value,
  ) {
    this.emails = new LRUCache({
      ...growingTo(most),
      dispose: (email, _id, reason) => {
        if (reason === 'evict') this.forgot(email);
      },
    });
  }

  /** Everybody who has an account. */
  async all(): Promise<ActorView[]> {
    const accounts = await this.store.accounts();
    const actorOf = await this.known([], accounts);
    return accounts.map(({ id }) => actorOf(id));
  }

  /** `accounts`: those that were read already, who need not be looked up. */
  async known(ids: Iterable<string>, accounts: readonly Account[] = []): Promise<ActorOf> {
    await this.meetPeople();
    const emails = new Map(accounts.map(({ id, email }) => [id, email]));
    await this.addTo(emails, ids);
    return (id) => {
      const email = emails.get(id) ?? '';
      if (email === '') return nobody(id);
      const face = this.faceOf(email);
      return { id, email, ...(face && shownAs(face)) };
    };
  }

  /** The only employee with an e-mail address. */
  async employeeOf(email: string): Promise<string | undefined> {
    await this.meetPeople();
    return this.faceOf(email)?.id;
  }

  private faceOf(email: string): Face | undefined {
    const [face, ...others] = this.faces.get(normalEmail(email)) ?? [];
    return others.length === 0 ? face : undefined;
  }

  /** Some account is another one by now. */
  accountsChanged(): void {
    this.round++;
    this.emails.clear();
    this.shown.clear();
    this.isMoreShown = false;
  }

  clear(): void {
    this.faces.clear();
    this.addresses.clear();
  }

  /** Takes in an employee as they are now; says whether that changes what an account is called. */
  put({ id, firstName, lastName, email, removedAt, imageBlob }: EmployeeRow): boolean {
    const before = this.addresses.get(id);
    const after = removedAt === null ? normalEmail(email) : undefined;
    if (before !== undefined) this.leave(before, id);
    if (after === undefined) this.addresses.delete(id);
    else {
      const face = { id, firstName, lastName, hasPhoto: imageBlob !== null };
      this.faces.set(after, [...(this.faces.get(after) ?? []), face]);
      this.addresses.set(id, after);
    }
    return this.isMoreShown || this.shown.has(before ?? '') || this.shown.has(after ?? '');
  }

  private leave(address: string, id: string): void {
    const others = (this.faces.get(address) ?? []).filter((face) => face.id !== id);
    if (others.length > 0) this.faces.set(address, others);
    else this.faces.delete(address);
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
    if (round === this.round) for (const id of missing) this.keep(id, emails.get(id) ?? '');
  }

  private keep(id: string, email: string): void {
    this.emails.set(id, email);
    if (email !== '') this.shown.add(normalEmail(email));
  }

  private forgot(email: string): void {
    this.shown.delete(normalEmail(email));
    this.isMoreShown = true;
  }
}

const shownAs = ({ id, firstName, lastName, hasPhoto }: Face): Omit<ActorView, 'id' | 'email'> => ({
  name: `${firstName} ${lastName}`,
  ...(hasPhoto && { file: `/files/${id}` }),
});
