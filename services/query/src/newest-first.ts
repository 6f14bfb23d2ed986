import { Id } from '@feusa/contracts/text';
import { Time } from '@feusa/contracts/time';
import {
  LessThan,
  MoreThan,
  type FindManyOptions,
  type FindOptionsOrder,
  type FindOptionsWhere,
} from 'typeorm';
import { z } from 'zod';

/** Where a page of a list by time begins: after this time, and at it after this id. */
export const PageStart = z.tuple([Time, Id]);
export type PageStart = z.output<typeof PageStart>;

interface Timed {
  readonly id: string;
  readonly addedAt: string;
  readonly removedAt: string | null;
}

/** One page of a list by the time in a column, the newest first: what of `shown` comes after a place, if any. */
export function newestFirst<T extends Timed>(
  column: 'addedAt' | 'removedAt',
  shown: FindOptionsWhere<T>,
  place?: PageStart,
): FindManyOptions<T> {
  const order = { [column]: 'DESC', id: 'ASC' } as FindOptionsOrder<T>;
  if (!place) return { where: shown, order };
  const [at, id] = place;
  const where = [
    { ...shown, [column]: LessThan(at) },
    { ...shown, [column]: at, id: MoreThan(id) },
  ];
  return { where, order };
}
