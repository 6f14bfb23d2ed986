import type { EmployeeFields } from './employees.js';

type FieldName = keyof EmployeeFields;

export interface ImportChange {
  readonly field: FieldName;
  /** Empty where there is none. */
  readonly from: string;
  readonly to: string;
}

interface Row {
  /** Of the file, from 1. */
  readonly line: number;
  readonly name: string;
  readonly email: string;
}

/** What is wrong with a cell; with the row as a whole where `field` is null. */
export interface ImportFault {
  readonly field: string | null;
  readonly reason: string;
}

/** What becomes of a row of a CSV file; people are known by their e-mail address. */
export type ImportRow = Row &
  (
    | { readonly outcome: 'add'; readonly id: string }
    | { readonly outcome: 'change'; readonly id: string; readonly changes: readonly ImportChange[] }
    | { readonly outcome: 'same'; readonly id: string }
    /** `field` and `reason` are those of the first fault. */
    | ({ readonly outcome: 'refused'; readonly faults: readonly ImportFault[] } & ImportFault)
  );

/** `POST /api/imports/employees`. `correlationId` is that of all events that carrying it out appends. */
export interface ImportPlan {
  readonly planId: string;
  readonly correlationId: string;
  readonly counts: Readonly<Record<ImportRow['outcome'], number>>;
  readonly rows: readonly ImportRow[];
  /** When it is forgotten, ISO-8601. */
  readonly until: string;
}

/** `POST /api/imports/employees/{planId}`: with `left` rows to go it was broken off, and may be sent again. */
export interface ImportResult {
  readonly planId: string;
  readonly correlationId: string;
  readonly added: number;
  readonly changed: number;
  readonly failed: readonly (Row & { readonly reason: string })[];
  readonly left: number;
  /** The position of the newest event; null where nothing was appended. */
  readonly position: string | null;
}
