import { listBounds } from '@feusa/contracts/bounds';
import { Position } from '@feusa/contracts/query-params';
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

/** `?cursor=`: `next` of the page before. */
export const Cursor = z.string().max(listBounds.cursor.value);
