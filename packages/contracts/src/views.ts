import type { ActorView, FileView, LinkView } from './docs.js';
import type { EmployeeView } from './employees.js';
import type { ErrorView } from './errors.js';
import type { FolderView } from './folders.js';

export interface Crumb {
  readonly id: string;
  readonly name: string;
  /** Only of a folder that is not for everybody. */
  readonly restricted?: true;
}

/** `GET /api/folders/{id}`; at the root `folder` is null. */
export interface FolderPage {
  readonly folder: FolderView | null;
  readonly ancestors: readonly Crumb[];
  readonly folders: readonly FolderView[];
  readonly docs: readonly (FileView | LinkView)[];
  readonly position: string;
}

/** `GET /api/folder-counts`: how many things lie directly in each folder of a folder, by its id. */
export interface FolderCounts {
  readonly counts: Readonly<Record<string, number>>;
  readonly position: string;
}

export interface TreeFolder extends FolderView {
  readonly folders: readonly TreeFolder[];
  readonly docs: readonly (FileView | LinkView)[];
}

export interface EmployeeList {
  readonly employees: readonly EmployeeView[];
  readonly position: string;
  readonly next?: string | null;
}

/** `GET /api/employees?since=`: who has changed since, and the ids of those who are gone. */
export interface ChangedEmployees {
  readonly changed: readonly EmployeeView[];
  readonly removed: readonly string[];
  readonly position: string;
}

export interface ErrorList {
  readonly errors: readonly ErrorView[];
  readonly position: string;
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
  /** Of all pages. */
  readonly total: number;
}

export interface SearchHits {
  readonly hits: readonly { readonly objectID: string }[];
  readonly total: number;
}

/** A removed thing: where it was, who removed it (e-mail, if still known) and when; `by` while there is an account. */
export interface TrashItem {
  readonly id: string;
  readonly type: 'folder' | 'doc' | 'link' | 'employee';
  readonly name: string;
  readonly ancestors: readonly Crumb[];
  readonly parentRemoved: boolean;
  readonly removedAt: string;
  readonly removedBy: string;
  readonly by?: ActorView;
  /** Of a file. */
  readonly mediaType?: string;
}

export interface TrashPage {
  readonly items: readonly TrashItem[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
  /** Of all pages. */
  readonly total: number;
}

/** `GET /api/trash/outlook`: what goes for good, `bytes` of the newest contents. */
export interface TrashOutlook {
  readonly folders: number;
  readonly files: number;
  readonly links: number;
  readonly bytes: number;
}

/** Errors as `application/problem+json`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly fields?: Readonly<Record<string, string>>;
}
