import type { RefusedRow } from '@feusa/command/imports/employees';
import type { EmployeeFields } from '@feusa/contracts/employees';
import type { Unusable } from './scan.js';

/** A folder to add; `path` is inside the target, with the names as they will be. */
export interface FolderStep {
  readonly path: string;
  readonly name: string;
  /** Path of the folder it goes into, '' for the target. */
  readonly parent: string;
}

/** A file to add; `source` is where it lies on the disk, `size` is in bytes. */
export interface FileStep {
  readonly path: string;
  readonly source: string;
  readonly name: string;
  readonly size: number;
  /** Path of the folder it goes into. */
  readonly folder: string;
}

export interface PersonStep {
  readonly line: number;
  readonly cells: readonly string[];
  readonly fields: EmployeeFields;
}

/** What is to be done with folders and files. */
export interface FilesPlan {
  /** Parents before what goes into them. */
  readonly folders: readonly FolderStep[];
  readonly files: readonly FileStep[];
  /** Ids of folders that are there already, by path; '' is the target. */
  readonly known: readonly (readonly [path: string, id: string | null])[];
  readonly present: { readonly folders: number; readonly files: number };
  readonly refused: readonly Unusable[];
  readonly hidden: readonly string[];
  /** Files that will have another name, as "path on disk -> name". */
  readonly renamed: readonly string[];
  /** Everything up to this position was looked at. */
  readonly position: string;
}

/** What is to be done with people. `differing` of those that are `present` have other details. */
export interface EmployeesPlan {
  readonly file: string;
  readonly header: readonly string[];
  readonly people: readonly PersonStep[];
  readonly present: number;
  readonly differing: number;
  readonly refused: readonly RefusedRow[];
  readonly position: string;
}

/** Made once; what is shown and what is carried out are this one object. */
export interface Plan {
  /** Where it goes, in words. */
  readonly target: string;
  readonly files?: FilesPlan;
  readonly people?: EmployeesPlan;
}

/** Makes a plan that nothing can change any more. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}

/** Folders by depth: all of one level may be added at once. */
export function levelsOf(folders: readonly FolderStep[]): FolderStep[][] {
  const found: FolderStep[][] = [];
  for (const folder of folders) {
    (found[folder.path.split('/').length - 1] ??= []).push(folder);
  }
  return found.filter((level) => level.length > 0);
}
