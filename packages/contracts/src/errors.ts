import { z } from 'zod';
import { command } from './access.js';
import { errorBounds } from './bounds.js';
import { ERASED, personal } from './personal.js';
import { Id, INVALID_CHARACTER, isStorable } from './text.js';

const MAX_DEPTH = errorBounds.depth.value;

/** Walked without recursion: a deep payload is made to exhaust the stack. */
function payloadFault(payload: unknown): string | undefined {
  const open = [{ value: payload, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (depth > MAX_DEPTH) return 'Too Long!';
    if (typeof value === 'string' && !isStorable(value)) return INVALID_CHARACTER;
    if (value === null || typeof value !== 'object') continue;
    if (!Object.keys(value).every(isStorable)) return INVALID_CHARACTER;
    for (const item of Object.values(value)) open.push({ value: item, depth: depth + 1 });
  }
  return undefined;
}

const payload = z
  .unknown()
  .default(null)
  .superRefine((value, context) => {
    const fault = payloadFault(value);
    if (fault) context.addIssue({ code: 'custom', message: fault, continue: false });
  })
  .pipe(z.json());

const sizeOf = (text: string) => new TextEncoder().encode(text).length;

export const LogError = z
  .strictObject({
    details: z
      .string({ error: 'Required' })
      .trim()
      .min(1, { error: 'Required' })
      .max(errorBounds.details.value, { error: 'Too Long!' })
      .refine(isStorable, { error: INVALID_CHARACTER }),
    errors: payload,
  })
  .superRefine(({ details, errors }, context) => {
    const left = errorBounds.size.value - sizeOf(details);
    const fits = errors === null ? left >= 0 : sizeOf(JSON.stringify(errors)) <= left;
    const path = [left < 0 ? 'details' : 'errors'];
    if (!fits) context.addIssue({ code: 'custom', path, message: 'Too Long!' });
  });
export const RemoveError = z.strictObject({ id: Id });
export const RestoreError = z.strictObject({ id: Id });
export const EraseError = z.strictObject({ id: Id });

export const ErrorCommands = {
  'log-error': command('signed-in', LogError),
  'remove-error': command('signed-in', RemoveError),
  'restore-error': command('signed-in', RestoreError),
  'erase-error': command('admin', EraseError),
};

export const ErrorEvents = {
  /** What went wrong may name anybody. */
  ErrorLogged: z.strictObject({
    details: personal(z.string(), ERASED),
    errors: personal(z.json(), null),
  }),
  ErrorRemoved: z.strictObject({}),
  ErrorRestored: z.strictObject({}),
  /** The key of its texts was destroyed. */
  ErrorErased: z.strictObject({}),
};

/** An error record as it is stored; `createdAt` is ISO-8601 UTC. */
export interface ErrorView {
  readonly id: string;
  readonly details: string;
  readonly errors: unknown;
  readonly createdAt: string;
}
