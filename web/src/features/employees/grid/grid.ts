import type { EmployeeView } from '@feusa/contracts/employees';
import { fold } from '../../../shared/fold.js';

export const rowCount = (items: number, columns: number): number => Math.ceil(items / columns);

export const rowOf = (index: number, columns: number): number => Math.floor(index / columns);

export const itemsOfRow = <T>(items: readonly T[], row: number, columns: number): readonly T[] =>
  items.slice(row * columns, (row + 1) * columns);

export const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '#'] as const;

/** Where in the rail a name belongs. */
export function letterOf(firstName: string): string {
  const letter = fold(firstName.trim()).charAt(0).toUpperCase();
  return letter >= 'A' && letter <= 'Z' ? letter : '#';
}

/** First index of every letter that somebody's first name starts with. */
export function letterIndex(rows: readonly EmployeeView[]): ReadonlyMap<string, number> {
  const index = new Map<string, number>();
  rows.forEach((row, at) => {
    const letter = letterOf(row.firstName);
    if (!index.has(letter)) index.set(letter, at);
  });
  return index;
}

/** First person from `from` on, going round, whose full name starts with what was typed. */
export function typedIndex(rows: readonly EmployeeView[], typed: string, from: number): number {
  const wanted = fold(typed);
  const hit = (row: EmployeeView) => fold(`${row.firstName} ${row.lastName}`).startsWith(wanted);
  const later = rows.findIndex((row, index) => index >= from && hit(row));
  return later >= 0 ? later : rows.findIndex(hit);
}
