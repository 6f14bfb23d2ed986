import { commandBounds } from './bounds.js';
import { z } from 'zod';
import { command, placing } from './access.js';
import { ERASED, personal } from './personal.js';
import { Email, Id, isPhone, line, NewId } from './text.js';

const REQUIRED = 'Required';
const PHONE_FAULT = 'Phone number is not valid';

const personName = line({ required: REQUIRED, max: commandBounds.name.value });
const label = line({ required: REQUIRED, max: commandBounds.detail.value });

const phoneNumber = z
  .string({ error: REQUIRED })
  .trim()
  .superRefine((text, context) => {
    if (text === '') context.addIssue({ code: 'custom', message: REQUIRED });
    else if (!isPhone(text)) context.addIssue({ code: 'custom', message: PHONE_FAULT });
  });

/** Empty, null and absent all mean "no mobile". */
const mobile = z
  .string({ error: PHONE_FAULT })
  .trim()
  .refine((text) => text === '' || isPhone(text), { error: PHONE_FAULT })
  .nullish()
  .transform((text) => text || undefined);

const version = z
  .int({ error: ({ input }) => (input === undefined ? REQUIRED : undefined) })
  .positive({ error: 'Not a valid version' });

const uploadId = Id.nullish().transform((id) => id ?? undefined);

/** Leaves somebody without a photo; an update that says nothing of it keeps the one they have. */
const removeImage = z.boolean().optional();

/** The person that `manager` means: null for nobody of the directory, left out where the name is to tell. */
const managerId = Id.nullable().optional();

/** The fields of an employee, as the form has them. */
export const EmployeeFields = z.strictObject({
  firstName: personName,
  lastName: personName,
  phoneNumber,
  mobile,
  email: Email(REQUIRED),
  role: label,
  location: label,
  department: label,
  manager: label,
});
export type EmployeeFields = z.output<typeof EmployeeFields>;

export const AddEmployee = EmployeeFields.extend({ id: NewId, managerId, uploadId });
export const UpdateEmployee = EmployeeFields.extend({
  id: Id,
  version,
  managerId,
  uploadId,
  removeImage,
});
export const RemoveEmployee = z.strictObject({ id: Id });
export const RestoreEmployee = z.strictObject({ id: Id });

/** What people change of themselves; what is left out stays as it is. */
export const UpdateOwnProfile = z.strictObject({
  id: Id,
  phoneNumber: phoneNumber.optional(),
  /** Empty or null: none. */
  mobile: z
    .string({ error: PHONE_FAULT })
    .trim()
    .refine((text) => text === '' || isPhone(text), { error: PHONE_FAULT })
    .nullable()
    .optional(),
  uploadId,
  removeImage,
});

/** What an administrator decides. */
export const RequestedFields = EmployeeFields.omit({ phoneNumber: true, mobile: true }).partial();
export type RequestedFields = z.output<typeof RequestedFields>;

/** The version that the person had with the request: another one may have been made since. */
const requested = version;

export const RequestProfileChange = RequestedFields.extend({ id: Id });
export const AcceptProfileChange = z.strictObject({ id: Id, requested });
export const DeclineProfileChange = z.strictObject({
  id: Id,
  requested,
  reason: line({ required: REQUIRED, max: commandBounds.declined.value }),
});
export const WithdrawProfileChange = z.strictObject({ id: Id });

export const EmployeeCommands = {
  'add-employee': placing('admin', AddEmployee),
  'update-employee': placing('admin', UpdateEmployee),
  'remove-employee': command('admin', RemoveEmployee),
  'restore-employee': placing('admin', RestoreEmployee),
  'update-own-profile': command('signed-in', UpdateOwnProfile),
  'request-profile-change': command('signed-in', RequestProfileChange),
  'withdraw-profile-change': command('signed-in', WithdrawProfileChange),
  'accept-profile-change': command('admin', AcceptProfileChange),
  'decline-profile-change': command('admin', DeclineProfileChange),
};

/** A stored image: `blob` is the SHA-256 of its bytes in hex. */
export const Image = z.strictObject({ blob: z.string(), mediaType: z.string() });
export type Image = z.output<typeof Image>;

const personalText = () => personal(z.string(), ERASED);
const asked = () => personal(z.string().optional(), undefined);

/** Who works where under whom says who it is, so all of it is personal. */
const EmployeeRecord = z.strictObject({
  firstName: personalText(),
  lastName: personalText(),
  phoneNumber: personalText(),
  mobile: personal(z.string().optional(), undefined),
  email: personalText(),
  role: personalText(),
  location: personalText(),
  department: personalText(),
  manager: personalText(),
  managerId: personal(z.string().optional(), undefined),
  image: personal(Image.optional(), undefined),
});
export type EmployeeRecord = z.output<typeof EmployeeRecord>;

export const EmployeeEvents = {
  EmployeeAdded: EmployeeRecord,
  EmployeeUpdated: EmployeeRecord,
  EmployeeRemoved: z.strictObject({}),
  EmployeeRestored: z.strictObject({}),
  ProfileChangeRequested: z.strictObject({
    firstName: asked(),
    lastName: asked(),
    email: asked(),
    role: asked(),
    location: asked(),
    department: asked(),
    manager: asked(),
  }),
  ProfileChangeDeclined: z.strictObject({ reason: personalText() }),
  ProfileChangeWithdrawn: z.strictObject({}),
};

/** These events say nothing of the record: it is the one before them. */
export const besideRecord: ReadonlySet<string> = new Set([
  ...['ProfileChangeRequested', 'ProfileChangeDeclined', 'ProfileChangeWithdrawn'],
]);

/** Whether somebody has come to be as they have asked. */
export const isSettled = (
  asked: RequestedFields,
  record: Pick<EmployeeRecord, keyof RequestedFields>,
): boolean =>
  Object.entries(asked).every(
    ([name, value]) => value === undefined || record[name as keyof RequestedFields] === value,
  );

/** An employee as screens get it; `file` is the url of the image. */
export interface EmployeeView extends Omit<EmployeeRecord, 'image'> {
  readonly id: string;
  readonly file?: string;
  readonly dateAdded: string;
  readonly timestamp: number;
  readonly version: number;
}

/** A change that somebody asks for, field by field. `version`: the one that an answer to it names. */
export interface ProfileRequest {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** ISO-8601. */
  readonly at: string;
  readonly changes: readonly {
    readonly field: keyof RequestedFields;
    readonly from: string;
    readonly to: string;
  }[];
  /** Why it was declined, where it was. */
  readonly declined?: string;
}

/** `GET /api/own-profile`: the person whose e-mail address the account has. */
export interface OwnProfile {
  readonly employee: EmployeeView | null;
  readonly request: ProfileRequest | null;
  readonly position: string;
}

/** `GET /api/profile-requests`, the oldest first. */
export interface ProfileRequests {
  readonly requests: readonly ProfileRequest[];
  readonly position: string;
}
