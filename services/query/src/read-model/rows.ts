import { isSettled } from '@feusa/contracts/employees';
import { GROUPS_TOPIC } from '@feusa/contracts/live';
import { nounOf, type EventType, type StoredEvent } from '@feusa/contracts/events';
import { nameAsManager, nameOfManager } from '@feusa/contracts/org-chart';
import { ERASED } from '@feusa/contracts/personal';
import { normalEmail } from '@feusa/contracts/text';
import { acknowledgementAfter } from './acknowledgement-column.js';
import {
  gone,
  left,
  put,
  putDoc,
  putEmployee,
  putFolder,
  putGroup,
  removeDoc,
  removeFolder,
  type TopicChange,
} from './tells.js';
import { requestAfter, type RequestEvent } from './request-column.js';
import type { Base, EmployeeRow, Row, TableName } from './row-types.js';

export type { TopicChange } from './tells.js';
export type {
  DocRow,
  EmployeeRow,
  ErrorRow,
  FolderRow,
  GroupRow,
  Row,
  TableName,
  Tables,
} from './row-types.js';

type Step<T extends EventType> = (
  row: Row | undefined,
  event: StoredEvent<T>,
  base: Base,
) => Row | undefined;

/** How an event changes its row, and whom that concerns: told from the event alone. */
interface RowProjection<T extends EventType> {
  readonly row: Step<T>;
  readonly tells: (event: StoredEvent<T>) => readonly TopicChange[];
}

const removed: Step<EventType> = (row, { at, actor }, base) =>
  row && { ...row, ...base, removedAt: at, removedBy: actor };
const unchanged: Step<EventType> = (row, _event, base) => row && { ...row, ...base };
const purged: Step<EventType> = (row, { at }, base) => row && { ...row, ...base, purgedAt: at };
const restored: Step<EventType> = (row, _event, base) =>
  row && { ...row, ...base, removedAt: null, removedBy: null };
/** Under another name where its own was taken meanwhile. */
const placed: Step<
  'FolderMoved' | 'FolderRestored' | 'FileMoved' | 'FileRestored' | 'LinkMoved' | 'LinkRestored'
> = (row, { data: { name } }, base) =>
  row && {
    ...row,
    ...base,
    removedAt: null,
    removedBy: null,
    ...(name !== undefined && { name }),
  };
/** Of the person nothing is left but that there was one. */
const nobody = {
  ...{ firstName: ERASED, lastName: ERASED, phoneNumber: ERASED, mobile: null, email: ERASED },
  ...{ role: ERASED, location: ERASED, department: ERASED, manager: ERASED },
  ...{ managerId: null, emailKey: null, nameKey: null, managerKey: null },
  ...{ imageBlob: null, imageType: null, request: null },
};
const changed = ({ at, actor }: StoredEvent) => ({ changedAt: at, changedBy: actor });
const NEW_DOC = { purgedAt: null, acknowledgement: null };
const added = (event: StoredEvent) => ({ addedBy: event.actor, ...changed(event) });
const newContent: Step<'FileReplaced' | 'FileVersionRestored'> = (row, event, base) => {
  const { blob, size, mediaType, fileVersion } = event.data;
  return row && { ...row, ...base, blob, size, mediaType, fileVersion, ...changed(event) };
};
const docMoved: RowProjection<'FileMoved' | 'LinkMoved'> = {
  row: (row, event, base) => {
    const moved = placed(row, event, base);
    return moved && { ...moved, folderId: event.data.folderId, ...changed(event) };
  },
  tells: ({ data: { folderId, fromFolderId } }) => left(fromFolderId, folderId),
};

// Here spreads come last: an object that begins with one is built many times slower.
const employee: Step<'EmployeeAdded' | 'EmployeeUpdated'> = (row, { data }, base) => {
  const { request = null } = (row ?? {}) as Partial<EmployeeRow>;
  const { image, mobile, managerId, ...record } = data;
  return {
    mobile: mobile ?? null,
    managerId: managerId ?? null,
    emailKey: normalEmail(data.email),
    nameKey: nameAsManager(data),
    managerKey: managerId === undefined ? nameOfManager(data.manager) : null,
    imageBlob: image?.blob ?? null,
    imageType: image?.mediaType ?? null,
    request: request && isSettled(request.fields, data) ? null : request,
    ...record,
    ...base,
  };
};

const acknowledgement: Step<'AcknowledgementAsked' | 'AcknowledgementWithdrawn'> = (
  row,
  event,
  base,
) => row && { ...row, ...base, acknowledgement: acknowledgementAfter(event) };

const requestStep: Step<RequestEvent> = (row, event, base) =>
  row && { ...row, ...base, request: requestAfter((row as EmployeeRow).request, event) };

/** Every event type; `null` names those that the read model does not show. */
export const projection: { readonly [T in EventType]: RowProjection<T> | null } = {
  FolderAdded: {
    row: (_row, { data: { name, parentId } }, base) => ({
      name,
      parentId,
      access: null,
      purgedAt: null,
      ...base,
    }),
    tells: putFolder,
  },
  FolderRenamed: {
    row: (row, { data }, base) => row && { ...row, ...base, name: data.name },
    tells: putFolder,
  },
  FolderMoved: {
    row: (row, event, base) => {
      const moved = placed(row, event, base);
      return moved && { ...moved, parentId: event.data.parentId };
    },
    tells: ({ data: { parentId, fromParentId } }) => left(fromParentId, parentId),
  },
  FolderAccessSet: {
    row: (row, { data }, base) => row && { ...row, ...base, access: data.access },
    tells: putFolder,
  },
  FolderRemoved: { row: removed, tells: removeFolder },
  FolderRestored: { row: placed, tells: putFolder },
  FolderPurged: { row: purged, tells: removeFolder },
  FileAdded: {
    row: (_row, event, base) => {
      const { folderId, name, blob, size, mediaType } = event.data;
      const content = { link: null, blob, size, mediaType, fileVersion: 1 };
      return { kind: 'file', folderId, name, ...content, ...added(event), ...NEW_DOC, ...base };
    },
    tells: putDoc,
  },
  FileRenamed: {
    row: (row, event, base) => row && { ...row, ...base, name: event.data.name, ...changed(event) },
    tells: putDoc,
  },
  FileMoved: docMoved,
  FileRemoved: { row: removed, tells: removeDoc },
  FileRestored: { row: placed, tells: putDoc },
  FilePurged: { row: purged, tells: removeDoc },
  FileReplaced: { row: newContent, tells: putDoc },
  FileVersionRestored: { row: newContent, tells: putDoc },
  AcknowledgementAsked: { row: acknowledgement, tells: putDoc },
  AcknowledgementWithdrawn: { row: acknowledgement, tells: putDoc },
  // Many may do it at once, and no row shows it.
  FileAcknowledged: { row: unchanged, tells: () => [] },
  LinkAdded: {
    row: (_row, event, base) => {
      const { folderId, name, link } = event.data;
      const content = { link, blob: null, size: null, mediaType: null, fileVersion: null };
      return { kind: 'link', folderId, name, ...content, ...added(event), ...NEW_DOC, ...base };
    },
    tells: putDoc,
  },
  LinkEdited: {
    row: (row, event, base) => {
      const { name, link } = event.data;
      return row && { ...row, ...base, name, link, ...changed(event) };
    },
    tells: putDoc,
  },
  LinkMoved: docMoved,
  LinkRemoved: { row: removed, tells: removeDoc },
  LinkRestored: { row: placed, tells: putDoc },
  LinkPurged: { row: purged, tells: removeDoc },
  EmployeeAdded: { row: employee, tells: putEmployee },
  EmployeeUpdated: { row: employee, tells: putEmployee },
  EmployeeRemoved: { row: removed, tells: () => [gone('employees')] },
  EmployeeRestored: { row: restored, tells: putEmployee },
  ProfileChangeRequested: { row: requestStep, tells: putEmployee },
  ProfileChangeDeclined: { row: requestStep, tells: putEmployee },
  ProfileChangeWithdrawn: { row: requestStep, tells: putEmployee },
  ErrorLogged: {
    row: (_row, { data: { details, errors } }, base) => ({ details, errors, ...base }),
    tells: () => [put('errors')],
  },
  ErrorRemoved: { row: removed, tells: () => [gone('errors')] },
  ErrorRestored: { row: restored, tells: () => [put('errors')] },
  ErrorErased: {
    row: (row, event, base) => {
      const gone = removed(row, event, base);
      return gone && { ...gone, details: ERASED, errors: null };
    },
    tells: () => [gone('errors')],
  },
  PersonErased: {
    row: (row, { at, actor }, base) =>
      row && {
        ...nobody,
        ...base,
        removedAt: base.removedAt ?? at,
        removedBy: base.removedBy ?? actor,
      },
    tells: ({ stream }) => (nounOf(stream) === 'employee' ? [gone('employees')] : []),
  },
  GroupAdded: {
    row: (_row, { data: { name } }, base) => ({ name, members: [], ...base }),
    tells: putGroup,
  },
  GroupRenamed: {
    row: (row, { data }, base) => row && { ...row, ...base, name: data.name },
    tells: putGroup,
  },
  GroupMembersSet: {
    row: (row, { data }, base) => row && { ...row, ...base, members: data.userIds },
    tells: putGroup,
  },
  GroupRemoved: { row: removed, tells: () => [gone(GROUPS_TOPIC)] },
  GroupRestored: { row: restored, tells: putGroup },
  WebhookAdded: null,
  WebhookRemoved: null,
  WebhookRestored: null,
  UserRegistered: null,
  UserInvited: null,
  InvitationWithdrawn: null,
  UserRoleSet: null,
  UserSuspended: null,
  UserReinstated: null,
  UserRemoved: null,
};

const shown = ({ type }: StoredEvent) => projection[type] as RowProjection<EventType> | null;

/** Whom an event concerns; what a browser missed can be told from it again at any time. */
export const changesOf = (event: StoredEvent): readonly TopicChange[] =>
  shown(event)?.tells(event) ?? [];

const tables = {
  folder: 'folders',
  file: 'docs',
  link: 'docs',
  employee: 'employees',
  error: 'errors',
  group: 'groups',
} as const satisfies Record<string, TableName>;

/** The table that a stream's row is in; undefined for streams that the read model does not show. */
export const tableOf = (stream: string): TableName | undefined =>
  tables[stream.slice(0, stream.indexOf('-')) as keyof typeof tables];

/** The row after the stream's next event. The caller has checked that it is the next one. */
export function evolveRow(row: Row | undefined, event: StoredEvent): Row | undefined {
  const projected = shown(event);
  if (!projected) return undefined;
  const base: Base = {
    id: event.stream.slice(event.stream.indexOf('-') + 1),
    version: event.version,
    addedAt: row?.addedAt ?? event.at,
    removedAt: row?.removedAt ?? null,
    removedBy: row?.removedBy ?? null,
  };
  return projected.row(row, event, base);
}
