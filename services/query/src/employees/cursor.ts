import { Id, isStorable } from '@feusa/contracts/text';
import { z } from 'zod';
import { cursorOf, cursorTo } from '../query-params.js';

/** Where somebody is in the directory. */
export interface SortedEmployee {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

const Name = z.string().refine(isStorable);
const Place = z
  .tuple([Name, Name, Id])
  .transform(([firstName, lastName, id]): SortedEmployee => ({ firstName, lastName, id }));

export const cursorAfter = ({ firstName, lastName, id }: SortedEmployee): string =>
  cursorOf([firstName, lastName, id]);

export const EmployeeCursor = cursorTo(Place);
