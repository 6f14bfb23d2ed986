import type { CommandBody } from '@feusa/contracts/commands';
import {
  isSettled,
  type EmployeeCommands,
  type EmployeeEvents,
  type EmployeeFields,
  type EmployeeRecord,
  type Image,
} from '@feusa/contracts/employees';
import type { DomainEvent } from '@feusa/contracts/events';
import type { Erased } from '@feusa/contracts/erasure';
import { refuse } from '@feusa/contracts/refusals';
import { normalEmail } from '@feusa/contracts/text';
import { personErased, type ErasureFacts } from './erasure.js';
import type { Command, Decider } from './decider.js';
import {
  askedIn,
  newlyAsked,
  own,
  ownChange,
  requireRequest,
  withAsked,
  type OpenRequest,
} from './profiles.js';
import { managerFor, type Directory, type Managed } from './managers.js';

export type EmployeeCommand = Command<keyof typeof EmployeeCommands | 'erase-person'>;

/** What two people of the directory are told apart by. */
export type Who = Pick<EmployeeRecord, 'firstName' | 'lastName' | 'email'>;

type Employee = {
  readonly removed: boolean;
  readonly record?: EmployeeRecord;
  /** The version of the stream, and the one since which the record is as it is. */
  readonly version: number;
  readonly recordedAt: number;
  readonly request?: OpenRequest | undefined;
  readonly erased?: true;
} | null;

/**
 * `version`: of the stream as it stands; `image`: of a finished upload, if one came along, or of an earlier
 * event where an update is undone, null for none; `isNamed`: whether who is to be erased was named rightly;
 * `erasureFacts`: where others name them; `doubleOf`: where a second of the same name and e-mail address is to
 * be refused, finds another who is there; `id` and `directory`: who is meant by the name of a manager.
 */
export interface EmployeeContext {
  readonly version: number;
  readonly image?: Image | null;
  readonly isNamed?: boolean;
  readonly erasureFacts?: ErasureFacts | undefined;
  readonly doubleOf?: ((who: Who) => string | undefined) | undefined;
  /** The e-mail address of whoever sends the command. */
  readonly email?: string | undefined;
  readonly id?: string;
  readonly directory?: Directory | undefined;
}

/** A person of the directory. An update names the version that it was made on, so that none is lost. */
export const employees: Decider<
  Employee,
  EmployeeCommand,
  EmployeeContext,
  keyof typeof EmployeeEvents | Erased
> = {
  initial: null,

  decide(command, employee, context) {
    if (isOfProfile(command)) return decideProfile(command, employee, context);
    const { name, body } = command;
    const { version, image, isNamed, erasureFacts, doubleOf } = context;
    switch (name) {
      case 'add-employee':
        requireSingle(body, doubleOf);
        return {
          type: 'EmployeeAdded',
          data: record(underManager(body, undefined, context), image ?? undefined),
        };
      case 'update-employee': {
        const { record: before, recordedAt } = present(employee);
        // What somebody asks for in between changes nothing yet.
        if (body.version > version || body.version < recordedAt)
          refuse('employee/changed', { version });
        requireSingle(body, doubleOf);
        const shown = imageAfter(body, image, before.image);
        return {
          type: 'EmployeeUpdated',
          data: record(underManager(body, before, context), shown),
        };
      }
      case 'remove-employee':
        present(employee);
        return { type: 'EmployeeRemoved', data: {} };
      case 'restore-employee':
        requireSingle(removedOne(employee).record, doubleOf);
        return { type: 'EmployeeRestored', data: {} };
      case 'erase-person':
        known(employee);
        if (!isNamed) refuse('person/other-name');
        return personErased(erasureFacts);
    }
  },

  evolve(employee, event) {
    const version = (employee?.version ?? 0) + 1;
    const before = { removed: false, recordedAt: version, ...employee, version };
    switch (event.type) {
      case 'EmployeeAdded':
      case 'EmployeeUpdated':
        return recorded(before, event.data);
      case 'EmployeeRemoved':
        return { ...before, removed: true, recordedAt: version };
      case 'EmployeeRestored':
        return { ...before, removed: false, recordedAt: version };
      case 'ProfileChangeRequested':
        return { ...before, request: { version, fields: event.data } };
      case 'ProfileChangeDeclined':
      case 'ProfileChangeWithdrawn':
        return { ...before, request: undefined };
      case 'PersonErased':
        return { removed: true, erased: true, version, recordedAt: version };
    }
  },
};

/** With this record; what is as it was asked for is asked for no more. */
function recorded({ request, ...before }: NonNullable<Employee>, record: EmployeeRecord): Employee {
  const isOpen = request && !isSettled(request.fields, record);
  const { version } = before;
  return { ...before, removed: false, record, recordedAt: version, ...(isOpen && { request }) };
}

type ProfileCommand = Extract<EmployeeCommand, { readonly name: `${string}-profile${string}` }>;

const isOfProfile = (command: EmployeeCommand): command is ProfileCommand =>
  command.name.includes('-profile');

/** What people do about their own entry, and how administrators answer it. */
function decideProfile(
  { name, body }: ProfileCommand,
  employee: Employee,
  context: EmployeeContext,
): DomainEvent<keyof typeof EmployeeEvents> | undefined {
  const { image } = context;
  switch (name) {
    case 'update-own-profile': {
      const { record: before } = own(present(employee), context);
      const after = ownChange(before, body);
      const shown = imageAfter(body, image, before.image);
      return isSame(before, record(after, shown))
        ? undefined
        : { type: 'EmployeeUpdated', data: record(after, shown) };
    }
    case 'request-profile-change': {
      const { record: before } = own(present(employee), context);
      return { type: 'ProfileChangeRequested', data: newlyAsked(body, before) };
    }
    case 'withdraw-profile-change':
      requireRequest(own(present(employee), context).request);
      return { type: 'ProfileChangeWithdrawn', data: {} };
    case 'accept-profile-change': {
      const { record: before, request } = present(employee);
      const { image: kept } = before;
      const after = underManager(
        withAsked(before, askedIn(request, body.requested)),
        before,
        context,
      );
      return { type: 'EmployeeUpdated', data: record(after, kept) };
    }
    case 'decline-profile-change':
      askedIn(present(employee).request, body.requested);
      return { type: 'ProfileChangeDeclined', data: { reason: body.reason } };
  }
}

/** Equal for two who have the same name and e-mail address, however they are written. */
export const nameKey = ({ firstName, lastName, email }: Who): string =>
  JSON.stringify([firstName, lastName, email].map((text) => normalEmail(text)));

/** There or removed, and not erased. */
function known(employee: Employee) {
  return employee && !employee.erased ? employee : refuse('employee/not-found');
}

function removedOne(employee: Employee) {
  const someone = known(employee);
  return someone.removed ? someone : refuse('employee/not-removed');
}

function requireSingle(who: Who | undefined, doubleOf: EmployeeContext['doubleOf']): void {
  const id = who && doubleOf?.(who);
  if (id !== undefined) refuse('employee/exists', { id });
}

/** Another picture, none, or the one that is there. */
function imageAfter(
  { removeImage = false }: { readonly removeImage?: boolean | undefined },
  image: Image | null | undefined,
  kept: Image | undefined,
): Image | undefined {
  if (image) return image;
  return removeImage || image === null ? undefined : kept;
}

type Body = EmployeeFields & Pick<CommandBody<'add-employee'>, 'managerId'>;

/** The body with the id of the person that its manager is. */
const underManager = (body: Body, before: Managed | undefined, context: EmployeeContext) => ({
  ...body,
  managerId: managerFor({ ...body, id: context.id ?? '', before }, context.directory),
});

function present(employee: Employee) {
  if (!employee || employee.removed || !employee.record) return refuse('employee/not-found');
  return { ...employee, record: employee.record };
}

const isSame = (one: EmployeeRecord, other: EmployeeRecord): boolean =>
  one.phoneNumber === other.phoneNumber &&
  one.mobile === other.mobile &&
  one.image?.blob === other.image?.blob;

type Managing = Omit<Body, 'managerId'> & { readonly managerId: string | undefined };

function record(
  { firstName, lastName, phoneNumber, mobile, email, ...rest }: Managing,
  image: Image | undefined,
): EmployeeRecord {
  const { role, location, department, manager, managerId } = rest;
  const required = { firstName, lastName, phoneNumber, email, role, location, department, manager };
  return {
    ...required,
    ...(mobile && { mobile }),
    ...(managerId !== undefined && { managerId }),
    ...(image && { image }),
  };
}
