import { dayOf } from '../../../shared/format.js';
import { texts } from './texts.js';

/** A day as it was chosen, in whatever time zone. */
const startOf = (day: string): number => new Date(`${day}T00:00:00`).getTime();

export const isOverdue = (due: string): boolean => Date.now() >= startOf(due) + 24 * 3_600_000;

/** 'due 24 Dec 2026', or that it was. */
export const dueText = (due: string): string =>
  (isOverdue(due) ? texts.overdue : texts.dueOn)(dayOf(startOf(due)));
