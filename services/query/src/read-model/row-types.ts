import type { EmployeeRecord } from '@feusa/contracts/employees';
import type { FolderAccess } from '@feusa/contracts/folders';
import type { AcknowledgementColumn } from './acknowledgement-column.js';
import type { RequestColumn } from './request-column.js';

/** Every stream is one row of the read model; `version` is that of its last event. */
export interface Base {
  readonly id: string;
  readonly version: number;
  readonly addedAt: string;
  readonly removedAt: string | null;
  readonly removedBy: string | null;
}

/** `purgedAt`: when it was removed for good by itself. */
export interface FolderRow extends Base {
  readonly purgedAt: string | null;
  readonly parentId: string | null;
  readonly name: string;
  /** Null: as in the folder above. */
  readonly access: FolderAccess | null;
}

export interface DocRow extends Base {
  readonly purgedAt: string | null;
  readonly kind: 'file' | 'link';
  readonly addedBy: string;
  /** When and by whom it was added, renamed, moved or given other content last. */
  readonly changedAt: string;
  readonly changedBy: string;
  readonly folderId: string;
  readonly name: string;
  readonly link: string | null;
  readonly blob: string | null;
  readonly size: number | null;
  readonly mediaType: string | null;
  readonly fileVersion: number | null;
  readonly acknowledgement: AcknowledgementColumn | null;
}

export interface EmployeeRow extends Base, Omit<EmployeeRecord, 'image' | 'mobile' | 'managerId'> {
  readonly mobile: string | null;
  readonly managerId: string | null;
  /** The address in its normal form; null once they are erased. */
  readonly emailKey: string | null;
  /** What a manager has to be called to mean this person; null once they are erased. */
  readonly nameKey: string | null;
  /** What the manager is called, where no id says who that is. */
  readonly managerKey: string | null;
  readonly imageBlob: string | null;
  readonly imageType: string | null;
  readonly request: RequestColumn | null;
}

export interface ErrorRow extends Base {
  readonly details: string;
  readonly errors: unknown;
}

export interface GroupRow extends Base {
  readonly name: string;
  readonly members: readonly string[];
}

export interface Tables {
  readonly folders: FolderRow;
  readonly docs: DocRow;
  readonly employees: EmployeeRow;
  readonly errors: ErrorRow;
  readonly groups: GroupRow;
}
export type TableName = keyof Tables;
export type Row = Tables[TableName];
