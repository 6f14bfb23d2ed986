import type { EmployeeRecord, Image } from '@feusa/contracts/employees';
import { requestAfter, type AcknowledgementRequest } from '@feusa/contracts/acknowledgements';
import type { DomainEvent, EventType } from '@feusa/contracts/events';

export type Value = string | null;

/** What can be seen of a thing of any noun, field by field. */
export interface Thing {
  readonly removed: boolean;
  /** Removed for good. */
  readonly purged?: boolean;
  readonly fields: Readonly<Record<string, Value>>;
  /** The picture behind the field `image`. */
  readonly image: Image | null;
  /** What was asked last of a file. */
  readonly request?: AcknowledgementRequest | undefined;
  /** The contents that a file has had; its field `fileVersion` is the first version with the present one. */
  readonly blobs: readonly string[];
}

export const NOTHING: Thing = { removed: false, fields: {}, image: null, blobs: [] };

type Step<T extends EventType> = (thing: Thing, event: DomainEvent<T>) => Thing;

const removed = (thing: Thing): Thing => ({ ...thing, removed: true });
const purged = (thing: Thing): Thing => ({ ...thing, removed: true, purged: true });
const restored = (thing: Thing, { data }: DomainEvent): Thing => {
  const there = { ...thing, removed: false };
  return 'name' in data && data.name !== undefined ? withFields(there, { name: data.name }) : there;
};
const withBlob = (thing: Thing, blob: string): Thing => {
  const blobs = [...thing.blobs, blob];
  return withFields({ ...thing, blobs }, { fileVersion: String(blobs.indexOf(blob) + 1) });
};
const file: Step<'FileAdded'> = (_thing, { data: { name, folderId, blob } }) =>
  withBlob(withFields(NOTHING, { name, place: folderId }), blob);
const newContent: Step<'FileReplaced' | 'FileVersionRestored'> = (thing, { data: { blob } }) =>
  withBlob(thing, blob);
const movedTo: Step<'FileMoved' | 'LinkMoved'> = (thing, { data: { folderId, name } }) =>
  withFields(thing, { place: folderId, ...(name !== undefined && { name }) });
const employee: Step<'EmployeeAdded' | 'EmployeeUpdated'> = (_thing, { data }) => person(data);

const steps: { readonly [T in EventType]: Step<T> } = {
  FolderAdded: (_thing, { data: { name, parentId } }) =>
    withFields(NOTHING, { name, place: parentId }),
  FolderRenamed: (thing, { data: { name } }) => withFields(thing, { name }),
  FolderMoved: (thing, { data: { parentId, name } }) =>
    withFields(thing, { place: parentId, ...(name !== undefined && { name }) }),
  FolderRemoved: removed,
  FolderRestored: restored,
  FolderPurged: purged,
  FolderAccessSet: (thing, { data }) => {
    const access = data.access && { access: JSON.stringify(data.access) };
    return { ...thing, fields: { ...withoutAccess(thing.fields), ...access } };
  },
  FileAdded: file,
  FileRenamed: (thing, { data: { name } }) => withFields(thing, { name }),
  FileMoved: movedTo,
  FileRemoved: removed,
  FileRestored: restored,
  FilePurged: purged,
  FileReplaced: newContent,
  FileVersionRestored: newContent,
  AcknowledgementAsked: (thing, event) => ({ ...thing, request: requestAfter(undefined, event) }),
  AcknowledgementWithdrawn: (thing) => ({ ...thing, request: undefined }),
  FileAcknowledged: (thing) => thing,
  LinkAdded: (_thing, { data: { name, folderId, link } }) =>
    withFields(NOTHING, { name, link, place: folderId }),
  LinkEdited: (thing, { data: { name, link } }) => withFields(thing, { name, link }),
  LinkMoved: movedTo,
  LinkRemoved: removed,
  LinkRestored: restored,
  LinkPurged: purged,
  EmployeeAdded: employee,
  EmployeeUpdated: employee,
  EmployeeRemoved: removed,
  EmployeeRestored: restored,
  ProfileChangeRequested: (thing) => thing,
  ProfileChangeDeclined: (thing) => thing,
  ProfileChangeWithdrawn: (thing) => thing,
  UserRegistered: (_thing, { data: { email, role } }) => withFields(NOTHING, { email, role }),
  UserInvited: (_thing, { data: { email, role } }) => withFields(NOTHING, { email, role }),
  InvitationWithdrawn: removed,
  UserRoleSet: (thing, { data: { role } }) => withFields(thing, { role }),
  UserSuspended: (thing) => withFields(thing, { suspended: 'yes' }),
  UserReinstated: ({ fields: { suspended: _suspended, ...fields }, ...thing }) => ({
    ...thing,
    fields,
  }),
  UserRemoved: removed,
  PersonErased: removed,
  ErrorLogged: (_thing, { data: { details } }) => withFields(NOTHING, { details }),
  ErrorRemoved: removed,
  ErrorRestored: restored,
  ErrorErased: removed,
  GroupAdded: (_thing, { data: { name } }) => withFields(NOTHING, { name, members: '' }),
  GroupRenamed: (thing, { data: { name } }) => withFields(thing, { name }),
  GroupMembersSet: (thing, { data: { userIds } }) =>
    withFields(thing, { members: userIds.join(' ') }),
  GroupRemoved: removed,
  GroupRestored: restored,
  WebhookAdded: (_thing, { data: { url } }) => withFields(NOTHING, { url }),
  WebhookRemoved: removed,
  WebhookRestored: restored,
};

/** The thing after its stream's next event. */
export const thingAfter = (thing: Thing, event: DomainEvent): Thing =>
  (steps[event.type] as Step<EventType>)(thing, event);

function person({ image, mobile, managerId, ...record }: EmployeeRecord): Thing {
  const others = { managerId: managerId ?? null, mobile: mobile ?? null };
  const fields = { ...record, ...others, image: image?.blob ?? null };
  return { ...NOTHING, fields, image: image ?? null };
}

function withFields(thing: Thing, fields: Thing['fields']): Thing {
  return { ...thing, fields: { ...thing.fields, ...fields } };
}

const withoutAccess = ({ access: _access, ...others }: Thing['fields']) => others;

/** What people call it. */
export function nameOf({ fields }: Thing): string {
  const { firstName, lastName, name, email, details } = fields;
  return firstName ? `${firstName} ${lastName}` : (name ?? email ?? details ?? '');
}
