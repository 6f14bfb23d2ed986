import { z } from 'zod';
import { listBounds } from './bounds.js';
import { Time } from './time.js';

const NO_POSITION = { error: 'Not a position' };
/** A position as it travels: a decimal string. */
export const Position = z
  .string(NO_POSITION)
  .regex(/^\d{1,15}$/, NO_POSITION)
  .transform(Number);

/** `?at=`: a position or an ISO-8601 time. */
export const At = z.union([Position, Time], { error: 'Not a position or a time' }).optional();

/** `?limit=`: how much a page holds. */
export const limitOf = (most: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, { error: `Not a number from 1 to ${most}` })
    .transform(Number)
    .pipe(z.number().min(1).max(most));

/** `?limit=` of a list that has no bound of its own. */
export const Limit = limitOf(listBounds.page.value);
