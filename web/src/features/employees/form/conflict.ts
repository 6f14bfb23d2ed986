import type { EmployeeView } from '@feusa/contracts/employees';
import { texts } from '../texts.js';

export const fieldLabels = texts.fields;

export type FieldName = keyof typeof fieldLabels;
export const fieldNames = Object.keys(fieldLabels) as FieldName[];

/** A form's values: the fields as text, `mobile` empty when there is none. */
export type FormValues = Record<FieldName, string>;

export const valuesOf = (person: EmployeeView): FormValues =>
  Object.fromEntries(fieldNames.map((name) => [name, person[name] ?? ''])) as FormValues;

/** One field that somebody changed meanwhile. `clash`: I changed it too, to something else. */
export interface FieldChange {
  readonly name: FieldName;
  readonly before: string;
  readonly theirs: string;
  readonly mine: string;
  readonly clash: boolean;
}

interface Versions {
  readonly before: FormValues;
  readonly theirs: FormValues;
  readonly mine: FormValues;
}

export function changedMeanwhile({ before, theirs, mine }: Versions): readonly FieldChange[] {
  return fieldNames
    .filter((name) => theirs[name] !== before[name])
    .map((name) => ({
      name,
      before: before[name],
      theirs: theirs[name],
      mine: mine[name].trim(),
      clash: mine[name].trim() !== before[name] && mine[name].trim() !== theirs[name],
    }));
}

/** My values on top of theirs: what I did not touch is theirs; a clash is as I choose. */
export const reapplied = (
  { before, theirs, mine }: Versions,
  choice: Readonly<Partial<Record<FieldName, 'mine' | 'theirs'>>>,
): FormValues =>
  Object.fromEntries(
    fieldNames.map((name) => {
      const untouched = mine[name].trim() === before[name];
      const takeTheirs = untouched || choice[name] === 'theirs';
      return [name, takeTheirs ? theirs[name] : mine[name]];
    }),
  ) as FormValues;
