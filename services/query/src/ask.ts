import { Position } from '@feusa/contracts/live';
import { Id } from '@feusa/contracts/text';
import { refuse, type RefusalCode } from '@feusa/contracts/refusals';
import { z } from 'zod';

/** `?after=`: the position that must be in the answer. */
export const After = z.object({ after: Position.optional() });

const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** `?at=`: a position or an ISO-8601 time. */
export const At = z.union([Position, Time], { error: 'Not a position or a time' }).optional();

/** A malformed id is an unknown one. */
export const idOr = (id: string, otherwise: RefusalCode): string =>
  Id.safeParse(id).data ?? refuse(otherwise);
