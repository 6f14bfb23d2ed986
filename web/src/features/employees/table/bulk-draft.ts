import type { EmployeeView } from '@feusa/contracts/employees';
import { newCorrelation } from '../../../shared/api.js';
import { draftOf } from '../../../shared/drafts.js';
import type { Editable } from './bulk-update.js';

export const BULK = 'employees:column';

/** What many people are given at once. */
export interface BulkDraft {
  /** Whom it is for. */
  readonly ids: readonly string[];
  readonly column: Editable;
  readonly value: string;
  /** Another try goes on as one change. */
  readonly correlationId: string;
}

export const newDraft = (people: readonly EmployeeView[]): BulkDraft => ({
  ids: people.map(({ id }) => id),
  column: 'role',
  value: '',
  correlationId: newCorrelation(),
});

/** Who was selected in the dialog that was open when the session ended; nobody where none was. */
export const unfinishedIds = (): readonly string[] => draftOf<BulkDraft>(BULK)?.ids ?? [];
