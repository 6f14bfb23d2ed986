import type { FolderAccess } from '@feusa/contracts/folders';
import { formatSize, shortTime } from '../../../shared/format.js';
import { namesOf, type Names } from '../describe.js';
import type { EventDetails } from '../log-event.js';
import { texts } from '../texts.js';

/** One field of a thing before and after an event, in words; undefined where it has none. */
export interface Field {
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly changed: boolean;
}

const labels: Readonly<Record<string, string>> = {
  ...{
    name: texts.name,
    parentId: texts.folder,
    folderId: texts.folder,
    link: texts.address,
    size: texts.size,
  },
  ...{
    mediaType: texts.fileType,
    blob: texts.contentsSha256,
    fileVersion: texts.fileVersion,
    firstName: texts.firstName,
  },
  ...{
    lastName: texts.lastName,
    phoneNumber: texts.phone,
    mobile: texts.mobile,
    email: texts.email,
  },
  ...{
    role: texts.role,
    location: texts.location,
    department: texts.department,
    manager: texts.manager,
    managerId: texts.managerAsPerson,
  },
  ...{ imageBlob: texts.photoSha256, imageType: texts.photoType, details: texts.whatWentWrong },
  ...{
    errors: texts.error,
    removedAt: texts.deletedAt,
    removedBy: texts.deletedBy,
    kind: texts.type,
    access: texts.access,
    members: texts.members,
  },
};

/** A field by field comparison; what neither state has is left out. */
export function fieldsOf({ before, after }: EventDetails, names: Names): Field[] {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...keys].flatMap((key) => {
    const [was, is] = [textOf(key, before?.[key], names), textOf(key, after?.[key], names)];
    if (was === undefined && is === undefined) return [];
    const [first, second] = [before && was, after && is];
    const field = {
      label: labels[key] ?? key,
      before: first ?? undefined,
      after: second ?? undefined,
    };
    return [{ ...field, changed: first !== second }];
  });
}

function textOf(key: string, value: unknown, names: Names): string | undefined {
  if ((key === 'parentId' || key === 'folderId') && value !== undefined) {
    if (value === null) return key === 'parentId' ? texts.theTop : undefined;
    return names.get(`folder-${asText(value)}`) ?? texts.aFolder;
  }
  return isNone(value) ? undefined : (words[key]?.(value, names) ?? asText(value));
}

/** Values that are said in other words than their own. */
const words: Readonly<Record<string, (value: unknown, names: Names) => string>> = {
  managerId: (id, names) => names.get(`employee-${asText(id)}`) ?? texts.anEmployee,
  access: (value, names) => {
    const { read, manage } = value as FolderAccess;
    return texts.readAndManage(namesOf(read, names), namesOf(manage, names));
  },
  members: (ids, names) => namesOf(ids as readonly string[], names),
  size: (bytes) => formatSize(Number(bytes)),
  removedAt: (time) => shortTime(Date.parse(asText(time))),
  removedBy: (id, names) => names.get(`user-${asText(id)}`) ?? texts.aUser,
};

const isNone = (value: unknown) => value === undefined || value === null || value === '';

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
