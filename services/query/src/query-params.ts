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

const Cursor = z.string().max(listBounds.cursor.value);
const NO_CURSOR = 'Not a cursor';

/** `?cursor=` of a list of positions: `next` of the page before, which is one. */
export const PositionCursor = Cursor.regex(/^[1-9]\d{0,14}$/, { error: NO_CURSOR }).transform(
  Number,
);

/** `next` of a page; the one after it starts behind `place`. */
export const cursorOf = (place: unknown): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** `?cursor=`: `next` of the page before, as the place that is in it. */
export const cursorTo = <S extends z.ZodType>(place: S) =>
  Cursor.transform((cursor, context): z.output<S> => {
    const { data, success } = place.safeParse(jsonIn(cursor));
    if (success) return data;
    context.addIssue({ code: 'custom', message: NO_CURSOR });
    return z.NEVER;
  });

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
