import type { CommandBody } from '@feusa/contracts/commands';
import type { EmployeeRecord, RequestedFields } from '@feusa/contracts/employees';
import { refuse } from '@feusa/contracts/refusals';
import { normalEmail } from '@feusa/contracts/text';

/** What somebody asks for, and the version of their stream with it. */
export interface OpenRequest {
  readonly version: number;
  readonly fields: RequestedFields;
}

type Of<B> = Omit<B, 'id'>;

/** @throws Refusal for whoever's account has another e-mail address */
export function own<E extends { readonly record: EmployeeRecord }>(
  employee: E,
  { email }: { readonly email?: string | undefined },
): E {
  const isOwn = email !== undefined && normalEmail(email) === normalEmail(employee.record.email);
  return isOwn ? employee : refuse('profile/not-own');
}

/** The record with what somebody has changed of it. */
export const ownChange = (
  before: EmployeeRecord,
  { phoneNumber, mobile }: Of<CommandBody<'update-own-profile'>>,
) => ({
  ...withAsked(before, {}),
  managerId: before.managerId,
  phoneNumber: phoneNumber ?? before.phoneNumber,
  mobile: mobile === undefined ? before.mobile : mobile || undefined,
});

/** The fields that are asked to be other ones. @throws Refusal where there are none */
export function newlyAsked(
  { id: _id, ...fields }: CommandBody<'request-profile-change'>,
  before: EmployeeRecord,
): RequestedFields {
  const asked = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof RequestedFields],
  );
  return asked.length > 0 ? Object.fromEntries(asked) : refuse('profile/nothing-asked');
}

export const requireRequest = (request: OpenRequest | undefined): OpenRequest =>
  request ?? refuse('profile/no-request');

/** What is asked for. @throws Refusal where it is nothing, or not what was looked at */
export function askedIn(request: OpenRequest | undefined, version: number): RequestedFields {
  const { fields, version: newest } = requireRequest(request);
  return newest === version ? fields : refuse('profile/asked-anew', { version: newest });
}

/** The fields of a record as somebody asks them to be. */
export function withAsked(before: EmployeeRecord, asked: RequestedFields) {
  const { phoneNumber, mobile } = before;
  return {
    ...{ phoneNumber, mobile },
    firstName: asked.firstName ?? before.firstName,
    lastName: asked.lastName ?? before.lastName,
    email: asked.email ?? before.email,
    role: asked.role ?? before.role,
    location: asked.location ?? before.location,
    department: asked.department ?? before.department,
    manager: asked.manager ?? before.manager,
  };
}
