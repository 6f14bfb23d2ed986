import { Time } from '@feusa/contracts/time';
import { accessKinds } from '@feusa/contracts/access-log';
import { listBounds } from '@feusa/contracts/bounds';
import { Id, INVALID_CHARACTER, isStorable } from '@feusa/contracts/text';
import { z } from 'zod';
import { Limit } from '@feusa/contracts/query-params';
import { PositionCursor } from '../query-params.js';

/** `?user=&file=…` of the access log. */
export const AccessQuery = z
  .strictObject({
    /** An id, or an e-mail address. */
    user: z
      .string()
      .min(1)
      .max(listBounds.asked.value)
      .refine(isStorable, { error: INVALID_CHARACTER })
      .optional(),
    file: Id.optional(),
    kind: z.enum(accessKinds, { error: 'Not a kind of entry' }).optional(),
    from: Time.optional(),
    to: Time.optional(),
    limit: Limit.default(100),
    cursor: PositionCursor.optional(),
    format: z.enum(['csv', 'json'], { error: 'Either csv or json' }).default('json'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    error: 'The start lies behind the end',
    path: ['from'],
  });
export type AccessQuery = z.output<typeof AccessQuery>;
