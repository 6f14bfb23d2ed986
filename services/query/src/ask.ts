import { Position } from '@feusa/contracts/live';
import { Id } from '@feusa/contracts/text';
import { refuse, type RefusalCode } from '@feusa/contracts/refusals';
import { z } from 'zod';

/** `?after=`: the position that must be in the answer. */
export const After = z.object({ after: Position.optional() });

/** A malformed id is an unknown one. */
export const idOr = (id: string, otherwise: RefusalCode): string =>
  Id.safeParse(id).data ?? refuse(otherwise);
