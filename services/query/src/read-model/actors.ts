import type { ActorView } from '@feusa/contracts/docs';
import { normalEmail } from '@feusa/contracts/text';
import type { EventStore } from '@feusa/event-log/store/port';
import type { EmployeeRow } from './rows.js';

/** Of an employee: what those who did something are called and look like. */
type Face = Pick<EmployeeRow, 'id' | 'firstName' | 'lastName'> & { readonly hasPhoto: boolean };

/** Tells who the id of an account in a row stands for. */
export type ActorOf = (id: string) => ActorView;

export const unknownActor: ActorOf = (id) => ({ id, email: '' });

/**
 * Whom rows name as those who did something. Accounts are asked of the log's own table, so that nobody is named
 * any more once theirs is gone; names are those of the directory.
 */
export class Actors {
  private accounts: Promise<ReadonlyMap<string, string>> | undefined;
  private shown: ReadonlySet<string> = new Set();
  /** The employees with an e-mail address, nearly always one. */
  private readonly faces = new Map<string, readonly Face[]>();
  private readonly addresses = new Map<string, string>();

  /** `meetPeople` settles once all employees have been put in. */
  constructor(
    private readonly store: Pick<EventStore, 'accounts'>,
    private readonly meetPeople: () => Promise<void>,
  ) {}

  /** Everybody who has an account. */
  async all(): Promise<ActorView[]> {
    const [actorOf, accounts] = await Promise.all([this.known(), this.read()]);
    return [...accounts.keys()].map(actorOf);
  }

  /** As they are now. */
  async known(): Promise<ActorOf> {
    await this.meetPeople();
    const accounts = await this.read();
    return (id) => {
      const email = accounts.get(id);
      if (email === undefined) return unknownActor(id);
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
    this.accounts = undefined;
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
    return this.shown.has(before ?? '') || this.shown.has(after ?? '');
  }

  private leave(address: string, id: string): void {
    const others = (this.faces.get(address) ?? []).filter((face) => face.id !== id);
    if (others.length > 0) this.faces.set(address, others);
    else this.faces.delete(address);
  }

  private read(): Promise<ReadonlyMap<string, string>> {
    return (this.accounts ??= this.readAnew());
  }

  private readAnew(): Promise<ReadonlyMap<string, string>> {
    const reading = this.store.accounts().then((all) => {
      this.shown = new Set(all.map(({ email }) => normalEmail(email)));
      return new Map(all.map(({ id, email }) => [id, email]));
    });
    reading.catch(() => {
      if (this.accounts === reading) this.accounts = undefined;
    });
    return reading;
  }
}

const shownAs = ({ id, firstName, lastName, hasPhoto }: Face): Omit<ActorView, 'id' | 'email'> => ({
  name: `${firstName} ${lastName}`,
  ...(hasPhoto && { file: `/files/${id}` }),
});
