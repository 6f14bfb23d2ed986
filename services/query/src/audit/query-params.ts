import { Time } from '@feusa/contracts/time';
import { listBounds } from '@feusa/contracts/bounds';
import type { TrailFilter } from '@feusa/event-log/audit-trail/port';
import { Limit, Position } from '@feusa/contracts/query-params';
import { Id, INVALID_CHARACTER, isStorable } from '@feusa/contracts/text';
import { z } from 'zod';

const text = z
  .string()
  .min(1)
  .max(listBounds.asked.value)
  .refine(isStorable, { error: INVALID_CHARACTER });

const filters = {
  type: text.optional(),
  stream: text.optional(),
  actor: text.optional(),
  correlation: text.optional(),
  from: Time.optional(),
  to: Time.optional(),
  /** Ids with commas between them, or words of a name. */
  person: text.optional(),
  text: text.optional(),
};

type Times = { readonly from?: string | undefined; readonly to?: string | undefined };
const inOrder = ({ from, to }: Times) => !from || !to || from <= to;
const disorder = { error: 'The start lies behind the end', path: ['from'] };

/** `?type=&stream=…` of an export: everything that the list knows but pages. */
export const SelectionQuery = z.strictObject(filters).refine(inOrder, disorder);
export type SelectionQuery = z.output<typeof SelectionQuery>;

/** `?after=&limit=…` of the list. */
export const EventsQuery = z
  .strictObject({
    ...filters,
    after: Position.default(0),
    before: Position.optional(),
    limit: Limit.default(100),
    order: z.enum(['oldest', 'newest'], { error: 'Either oldest or newest' }).default('oldest'),
    names: z.literal('true', { error: 'Either true or left out' }).optional(),
  })
  .refine(inOrder, disorder);
export type EventsQuery = z.output<typeof EventsQuery>;

/** The ids in `person`, undefined where it holds words. */
export function idsIn(person: string): readonly string[] | undefined {
  const parts = person.split(',').map((part) => part.trim());
  const isId = (part: string) => part === 'system' || Id.safeParse(part).success;
  return parts.every(isId) ? parts.map((part) => part.toLowerCase()) : undefined;
}

/** The filter without people, and without what was left out; undefined where nothing is left. */
export function filterOf({ person: _, ...params }: SelectionQuery): TrailFilter | undefined {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
