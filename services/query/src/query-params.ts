import { listBounds } from '@feusa/contracts/bounds';
import { Position } from '@feusa/contracts/live';
import { Id } from '@feusa/contracts/text';
import { refuse, type RefusalCode } from '@feusa/contracts/refusals';
import { z } from 'zod';

/** `?after=`: the position that must be in the answer. */
export const After = z.object({ after: Position.optional() });

/** A malformed id is an unknown one. */
export const idOr = (id: string, otherwise: RefusalCode): string =>
  Id.safeParse(id).data ?? refuse(otherwise);

/** `?version=`: which content of a file. */
export const Version = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, { error: 'Not a version' })
  .transform(Number);

const MOST = listBounds.page.value;

/** `?limit=`: how much a page holds. */
export const Limit = z
  .string()
  .regex(/^\d{1,4}$/, { error: `Not a number from 1 to ${MOST}` })
  .transform(Number)
  .pipe(z.number().min(1).max(MOST));

/** `?cursor=`: `next` of the page before. */
export const Cursor = z.string().max(listBounds.cursor.value);
