import { z } from 'zod';
import { command } from './access.js';
import { Id, INVALID_CHARACTER } from './text.js';

const wellFormed = (value: unknown) => {
  const text = JSON.stringify(value) ?? '';
  return text.isWellFormed() && !/\\u0000|\\ud[89a-f]/i.test(text);
};

export const LogError = z.strictObject({
  details: z
    .string({ error: 'Required' })
    .trim()
    .min(1, { error: 'Required' })
    .max(2000, { error: 'Too Long!' })
    .refine(wellFormed, { error: INVALID_CHARACTER }),
  errors: z
    .json()
    .optional()
    .default(null)
    .refine((value) => JSON.stringify(value).length <= 16_384, { error: 'Too Long!' })
    .refine(wellFormed, { error: INVALID_CHARACTER }),
});
export const RemoveError = z.strictObject({ id: Id });

export const ErrorCommands = {
  'log-error': command('signed-in', LogError),
  'remove-error': command('signed-in', RemoveError),
};

export const ErrorEvents = {
  ErrorLogged: z.strictObject({ details: z.string(), errors: z.json() }),
  ErrorRemoved: z.strictObject({}),
};

/** A stored error record of the seed; `createdAt` is ISO-8601 UTC. */
export interface ErrorView {
  readonly id: string;
  readonly details: string;
  readonly errors: unknown;
  readonly createdAt: string;
}
