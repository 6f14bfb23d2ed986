import type { FileView, LinkView } from '@feusa/contracts/docs';
import type { EmployeeView } from '@feusa/contracts/employees';
import type { ErrorView } from '@feusa/contracts/errors';
import type { FolderView } from '@feusa/contracts/folders';
import type { DocRow, EmployeeRow, ErrorRow, FolderRow } from './rows.js';

const DAY = 24 * 3600 * 1000;
/** By the number of the day. */
const days = new Map<number, string>();

/** The seed's dateAdded (characters 5 to 16 of the UTC string) and timestamp (ms). */
function dates(addedAt: string) {
  const timestamp = Date.parse(addedAt);
  const day = Math.floor(timestamp / DAY);
  let dateAdded = days.get(day);
  if (dateAdded === undefined) {
    dateAdded = new Date(timestamp).toUTCString().slice(5, 16);
    days.set(day, dateAdded);
  }
  return { dateAdded, timestamp };
}

/** `parentPath`: `/{id}/{subId}…` of the folder it lies in, empty at the root. */
export const folderView = (row: FolderRow, parentPath: string): FolderView => ({
  id: row.id,
  name: row.name,
  type: 'folder',
  path: `${parentPath}/${row.id}`,
  parentId: row.parentId,
  ...dates(row.addedAt),
  searchTerms: [row.name],
  version: row.version,
});

/** A file or a link; what a row has no value for is shown empty. */
export function docView(row: DocRow): FileView | LinkView {
  const { id, name, folderId, version } = row;
  const common = { folderId, ...dates(row.addedAt), version };
  if (row.kind === 'link') {
    const link = row.link ?? '';
    return { id, name, type: 'link', link, searchTerms: [name, link], ...common };
  }
  const { mediaType, size } = row;
  const file = { url: `/files/${id}`, size: size ?? 0, mediaType: mediaType ?? '' };
  return { id, name, type: 'doc', ...file, searchTerms: [name], ...common };
}

/** A person; `file` is the address of the photo, where there is one. */
export function employeeView(row: EmployeeRow): EmployeeView {
  const { id, firstName, lastName, phoneNumber, mobile, email } = row;
  const { role, location, department, manager, version } = row;
  return {
    id,
    firstName,
    lastName,
    phoneNumber,
    ...(mobile !== null && { mobile }),
    email,
    role,
    location,
    department,
    manager,
    ...(row.imageBlob !== null && { file: `/files/${id}` }),
    ...dates(row.addedAt),
    version,
  };
}

export const errorView = ({ id, details, errors, addedAt }: ErrorRow): ErrorView => ({
  id,
  details,
  errors,
  createdAt: addedAt,
});
