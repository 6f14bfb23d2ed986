import type { ProfileRequest, RequestedFields } from '@feusa/contracts/employees';
import type { EmployeeRow } from '../read-model/rows.js';

/** What somebody asks for, with both values of each field. */
export function requestIn(row: EmployeeRow): ProfileRequest | null {
  if (row.request === null) return null;
  const { version, at, fields, declined } = row.request;
  const changes = Object.entries(fields).flatMap(([name, to]) => {
    const field = name as keyof RequestedFields;
    return to === undefined || row[field] === to ? [] : [{ field, from: row[field], to }];
  });
  return {
    ...{ id: row.id, name: `${row.firstName} ${row.lastName}`, version, at, changes },
    ...(declined !== undefined && { declined }),
  };
}

/** Of rows: who asks for something, perhaps in vain. */
export const ASKING = 'request is not null and removed_at is null';

/** People who ask for something, in memory as few do. */
export class ProfileRequests {
  private readonly asking = new Map<string, EmployeeRow>();

  clear(): void {
    this.asking.clear();
  }

  put(row: EmployeeRow): void {
    const isOpen = row.removedAt === null && row.request && row.request.declined === undefined;
    if (isOpen) this.asking.set(row.id, row);
    else this.asking.delete(row.id);
  }

  /** Those that wait for an answer, the oldest first. */
  open(): ProfileRequest[] {
    const all = [...this.asking.values()].flatMap((row) => requestIn(row) ?? []);
    return all.sort((one, other) => one.at.localeCompare(other.at));
  }
}
