import { commandBounds } from './bounds.js';
import { z } from 'zod';
import { guarded } from './access.js';
import { Id, line } from './text.js';

/** Whom: an employee of the directory, or somebody who signs in. */
export const Erasable = z.enum(['employee', 'user'], { error: 'Not a kind of person' });
export type Erasable = z.output<typeof Erasable>;

/** `name` is what the person is called, first and last name or e-mail address: typed, so that nobody errs. */
export const ErasePerson = z.strictObject({
  id: Id,
  kind: Erasable.default('employee'),
  name: line({ required: 'Type the name of the person', max: commandBounds.email.value }),
});

export const ErasureCommands = { 'erase-person': guarded('admin', ErasePerson) };

export const AskErasure = ErasePerson.pick({ id: true, kind: true });

/**
 * Says of whom by its stream. `reports` are the ids of error reports that told of the person, which are
 * erased with them; `namedBy` are the streams of what still names them. `accounts` are the ids of invitations and
 * removed accounts of the same address, which are erased with them, too.
 */
export const ErasureEvents = {
  PersonErased: z.strictObject({
    reports: z.array(Id).optional(),
    namedBy: z.array(z.string()).optional(),
    accounts: z.array(Id).optional(),
  }),
};
export type Erased = keyof typeof ErasureEvents;

/** What others call by the name of a person, or say of them, in a field of its own. */
export interface Mention {
  /** The stream of the thing. */
  readonly stream: string;
  /** What it is called now. */
  readonly called: string;
  /** The field that names the person, as `manager`. */
  readonly field: string;
  /** The id of the folder that it lies in; null where it lies in none. */
  readonly place: string | null;
  /** Whether it lies among what was removed. */
  readonly removed: boolean;
}

/** What an erasure would come to: the reports that go with the person, and what would still name them. */
export interface ErasureOutlook {
  readonly reports: number;
  readonly mentions: readonly Mention[];
}
