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

const uploadId = Id.nullish().transform((id) => id ?? undefined);

/** Leaves somebody without a photo; an update that says nothing of it keeps the one they have. */
const removeImage = z.boolean().optional();

/** The person that `manager` means: null for nobody of the directory, left out where the name is to tell. */
const managerId = Id.nullable().optional();

/** The employee form of the seed, point 5. */
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
  version: z.int({ error: REQUIRED }).positive({ error: 'Not a valid version' }),
  managerId,
  uploadId,
  removeImage,
});
export const RemoveEmployee = z.strictObject({ id: Id });
export const RestoreEmployee = z.strictObject({ id: Id });

export const EmployeeCommands = {
  'add-employee': placing('admin', AddEmployee),
  'update-employee': placing('admin', UpdateEmployee),
  'remove-employee': command('admin', RemoveEmployee),
  'restore-employee': placing('admin', RestoreEmployee),
};

/** A stored image: `blob` is the SHA-256 of its bytes in hex. */
export const Image = z.strictObject({ blob: z.string(), mediaType: z.string() });
export type Image = z.output<typeof Image>;

const personalText = () => personal(z.string(), ERASED);

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
};

/** A colleague as screens get it; `file` is the url of the image. */
export interface EmployeeView extends Omit<EmployeeRecord, 'image'> {
  readonly id: string;
  readonly file?: string;
  readonly dateAdded: string;
  readonly timestamp: number;
  readonly version: number;
}
