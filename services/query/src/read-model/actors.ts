import type { ActorView } from '@feusa/contracts/docs';
import { normalEmail } from '@feusa/contracts/text';
import type { EventStore } from '@feusa/event-log/store/port';
import type { EmployeeRow } from './rows.js';

type Face = Required<Pick<ActorView, 'name'>> & Pick<ActorView, 'file'>;

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
  /** By e-mail address: what the employees with it are called and look like, by their ids. */
  private readonly names = new Map<string, Map<string, Face>>();
  private readonly addresses = new Map<string, string>();

  constructor(private readonly store: Pick<EventStore, 'accounts'>) {}

  /** As they are now. */
  async known(): Promise<ActorOf> {
    const accounts = await (this.accounts ??= this.read());
    return (id) => {
      const email = accounts.get(id);
      if (email === undefined) return unknownActor(id);
      const [face, ...others] = this.names.get(normalEmail(email))?.values() ?? [];
      return others.length > 0 ? { id, email } : { id, email, ...face };
    };
  }

  /** The only employee with an e-mail address. */
  employeeOf(email: string): string | undefined {
    const [id, ...others] = this.names.get(normalEmail(email))?.keys() ?? [];
    return others.length === 0 ? id : undefined;
  }

  /** Some account is another one by now. */
  accountsChanged(): void {
    this.accounts = undefined;
  }

  clear(): void {
    this.names.clear();
    this.addresses.clear();
  }

  /** Takes in an employee as they are now; says whether that changes what an account is called. */
  put({ id, firstName, lastName, email, removedAt, imageBlob }: EmployeeRow): boolean {
    const before = this.addresses.get(id);
    const after = removedAt === null ? normalEmail(email) : undefined;
    this.names.get(before ?? '')?.delete(id);
    if (after === undefined) this.addresses.delete(id);
    else {
      const others = this.names.get(after) ?? new Map<string, Face>();
      const file = imageBlob !== null && { file: `/files/${id}` };
      this.names.set(after, others.set(id, { name: `${firstName} ${lastName}`, ...file }));
      this.addresses.set(id, after);
    }
    return this.shown.has(before ?? '') || this.shown.has(after ?? '');
  }

  private read(): Promise<ReadonlyMap<string, string>> {
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
