import type { Crumb } from '@feusa/contracts/views';
import type { DocRow, EmployeeRow, FolderRow } from './rows.js';

/** Where folder pages come from: the tables as they are, or the log folded up to a moment. */
export interface ContentSource {
  /** The folder and all that it lies in, from the root down; undefined where any of them is gone. */
  chain(id: string): Promise<readonly FolderRow[] | undefined>;
  /** What lies directly in a folder and is not removed. */
  children(parentId: string | null): Promise<readonly FolderRow[]>;
  docs(folderId: string): Promise<readonly DocRow[]>;
  /** Of the present also one that is removed. */
  file(id: string): Promise<DocRow | undefined>;
  /** Everything that is not removed, whether or not a folder above it is. */
  allFolders(): Promise<readonly FolderRow[]>;
  allDocs(): Promise<readonly DocRow[]>;
  allEmployees(): Promise<readonly EmployeeRow[]>;
}

export const crumb = ({ id, name, access }: FolderRow): Crumb => ({
  id,
  name,
  ...(access && { restricted: true }),
});
export const pathOf = (chain: readonly FolderRow[]): string =>
  chain.map(({ id }) => `/${id}`).join('');
