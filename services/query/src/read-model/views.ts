import { idOf } from '@feusa/contracts/events';
import type { Change } from '@feusa/contracts/live';
import type { ActorOf, Names } from './actors.js';
import type { KnownRows } from './known-rows.js';
import {
  tableOf,
  type DocRow,
  type EmployeeRow,
  type ErrorRow,
  type FolderRow,
  type GroupRow,
  type Row,
} from './rows.js';
import { pathOf } from './source.js';
import type { RecentChange } from '../live/recent-changes.js';
import type { FileView, LinkView } from '@feusa/contracts/docs';
import type { EmployeeView } from '@feusa/contracts/employees';
import type { ErrorView } from '@feusa/contracts/errors';
import type { FolderView } from '@feusa/contracts/folders';
import type { GroupView } from '@feusa/contracts/groups';

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
  ...(row.access && { restricted: true }),
});

/** Why the text of these bytes can't be searched, where it can't be. */
export type FaultOf = (blob: string | null) => string | undefined;
const noFault: FaultOf = () => undefined;

/** The ids of whom the views of files and links name. */
export const actorsIn = (rows: readonly DocRow[]): string[] =>
  rows.flatMap(({ addedBy, changedBy }) => [addedBy, changedBy]);

/** A file or a link; what a row has no value for is shown empty. */
export function docView(
  row: DocRow,
  actorOf: ActorOf,
  faultOf: FaultOf = noFault,
): FileView | LinkView {
  const { id, name, folderId, version, changedAt } = row;
  const who = { addedBy: actorOf(row.addedBy), changedBy: actorOf(row.changedBy), changedAt };
  const common = { folderId, ...dates(row.addedAt), version, ...who };
  if (row.kind === 'link') {
    const link = row.link ?? '';
    return { id, name, type: 'link', link, searchTerms: [name, link], ...common };
  }
  const { mediaType, size, fileVersion } = row;
  const content = { size: size ?? 0, mediaType: mediaType ?? '', fileVersion: fileVersion ?? 1 };
  const file = { url: `/files/${id}`, ...content };
  const reason = faultOf(row.blob);
  const unread = reason !== undefined && { searchable: false as const, reason };
  return { id, name, type: 'doc', ...file, searchTerms: [name], ...common, ...unread };
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
    ...(row.managerId !== null && { managerId: row.managerId }),
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

export const groupView = ({ id, name, members, version }: GroupRow): GroupView => ({
  id,
  name,
  members,
  version,
});

/** A change as it is sent, and the row that it shows. */
export interface PublishedChange {
  readonly change: Change;
  readonly stream: string;
  readonly row?: Row;
}

/** Rows as screens get them. */
export class RowValues {
  constructor(
    private readonly rows: KnownRows,
    private readonly actors: Names,
    private readonly faultOf?: FaultOf,
  ) {}

  async of(stream: string, row: Row): Promise<unknown> {
    switch (tableOf(stream)) {
      case 'folders':
        return folderView(row as FolderRow, await this.parentPath(row as FolderRow));
      case 'docs':
        return this.docOf(row as DocRow);
      case 'employees':
        return employeeView(row as EmployeeRow);
      case 'errors':
        return errorView(row as ErrorRow);
      case 'groups':
        return groupView(row as GroupRow);
      case undefined:
        return undefined;
    }
  }

  private async docOf(row: DocRow): Promise<FileView | LinkView> {
    return docView(row, await this.actors.known(actorsIn([row])), this.faultOf);
  }

  /** Changes as they are sent, each with its row as it is now; what has no row is left out. */
  async changesOf(recent: readonly RecentChange[]): Promise<PublishedChange[]> {
    const puts = recent.filter(({ op }) => op === 'put').map(({ stream }) => stream);
    const rows = await this.rows.find(new Set(puts));
    const published: PublishedChange[] = [];
    for (const { topic, op, position, stream } of recent) {
      const place = { topic, position: String(position), op, id: idOf(stream) };
      const row = rows.get(stream);
      if (op === 'remove') published.push({ change: place, stream });
      else if (row)
        published.push({ change: { ...place, value: await this.of(stream, row) }, stream, row });
    }
    return published;
  }

  private async parentPath({ parentId }: FolderRow): Promise<string> {
    return parentId === null ? '' : pathOf(await this.rows.chain(parentId));
  }
}
