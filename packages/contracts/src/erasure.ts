import { z } from 'zod';
import { command } from './access.js';
import { Id, line } from './text.js';

/** Whom: a colleague of the directory, or somebody who signs in. */
export const Erasable = z.enum(['employee', 'user'], { error: 'Not a kind of person' });
export type Erasable = z.output<typeof Erasable>;

/** `name` is what the person is called, first and last name or e-mail address: typed, so that nobody errs. */
export const ErasePerson = z.strictObject({
  id: Id,
  kind: Erasable.default('employee'),
  name: line({ required: 'Type the name of the person', max: 254 }),
});

export const ErasureCommands = { 'erase-person': command('admin', ErasePerson) };

/** Says of whom by its stream, and nothing else. */
export const ErasureEvents = { PersonErased: z.strictObject({}) };
export type Erased = keyof typeof ErasureEvents;
