import type { EmployeeRecord } from '@feusa/contracts/employees';
import type { EventType, StoredEvent } from '@feusa/contracts/events';

/** Every stream is one row of the read model; `version` is that of its last event. */
interface Base {
  readonly id: string;
  readonly version: number;
  readonly addedAt: string;
  readonly removedAt: string | null;
  readonly removedBy: string | null;
}

export interface FolderRow extends Base {
  readonly parentId: string | null;
  readonly name: string;
}

export interface DocRow extends Base {
  readonly kind: 'file' | 'link';
  readonly folderId: string;
  readonly name: string;
  readonly link: string | null;
  readonly blob: string | null;
  readonly size: number | null;
  readonly mediaType: string | null;
}

export interface EmployeeRow extends Base, Omit<EmployeeRecord, 'image' | 'mobile'> {
  readonly mobile: string | null;
  readonly imageBlob: string | null;
  readonly imageType: string | null;
}

export interface ErrorRow extends Base {
  readonly details: string;
  readonly errors: unknown;
}

export interface Tables {
  readonly folders: FolderRow;
  readonly docs: DocRow;
  readonly employees: EmployeeRow;
  readonly errors: ErrorRow;
}
export type TableName = keyof Tables;
export type Row = Tables[TableName];

type Step<T extends EventType> = (
  row: Row | undefined,
  event: StoredEvent<T>,
  base: Base,
) => Row | undefined;

const removed: Step<EventType> = (row, { at, actor }, base) =>
  row && { ...row, ...base, removedAt: at, removedBy: actor };
const restored: Step<EventType> = (row, _event, base) =>
  row && { ...row, ...base, removedAt: null, removedBy: null };
const added = { removedAt: null, removedBy: null };
const notLink = { link: null };
const notFile = { blob: null, size: null, mediaType: null };

const employee: Step<'EmployeeAdded' | 'EmployeeUpdated'> = (_row, { data }, base) => {
  const { image, mobile, ...record } = data;
  return {
    ...base,
    ...record,
    mobile: mobile ?? null,
    imageBlob: image?.blob ?? null,
    imageType: image?.mediaType ?? null,
  };
};

/** How each event changes its row; `null` names the events that the read model does not show. */
export const projection: { readonly [T in EventType]: Step<T> | null } = {
  FolderAdded: (_row, { data }, base) => ({ ...base, ...added, ...data }),
  FolderRenamed: (row, { data }, base) => row && { ...row, ...base, name: data.name },
  FolderMoved: (row, { data }, base) => row && { ...row, ...base, parentId: data.parentId },
  FolderRemoved: removed,
  FolderRestored: restored,
  FileAdded: (_row, { data }, base) => ({ ...base, ...added, ...notLink, kind: 'file', ...data }),
  FileRemoved: removed,
  FileRestored: restored,
  LinkAdded: (_row, { data }, base) => ({ ...base, ...added, ...notFile, kind: 'link', ...data }),
  LinkRemoved: removed,
  LinkRestored: restored,
  EmployeeAdded: employee,
  EmployeeUpdated: employee,
  EmployeeRemoved: removed,
  EmployeeRestored: restored,
  ErrorLogged: (_row, { data }, base) => ({ ...base, ...added, ...data }),
  ErrorRemoved: removed,
  UserRegistered: null,
  UserRoleSet: null,
  UserRemoved: null,
};

const tables = {
  folder: 'folders',
  file: 'docs',
  link: 'docs',
  employee: 'employees',
  error: 'errors',
} as const satisfies Record<string, TableName>;

/** The table that a stream's row is in; undefined for streams that the read model does not show. */
export const tableOf = (stream: string): TableName | undefined =>
  tables[stream.slice(0, stream.indexOf('-')) as keyof typeof tables];

/** The row after the stream's next event. The caller has checked that it is the next one. */
export function evolveRow(row: Row | undefined, event: StoredEvent): Row | undefined {
  const step = projection[event.type] as Step<EventType> | null;
  if (!step) return undefined;
  const base: Base = {
    id: event.stream.slice(event.stream.indexOf('-') + 1),
    version: event.version,
    addedAt: row?.addedAt ?? event.at,
    removedAt: row?.removedAt ?? null,
    removedBy: row?.removedBy ?? null,
  };
  return step(row, event, base);
}
