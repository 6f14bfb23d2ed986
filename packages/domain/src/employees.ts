import type { CommandBody } from '@feusa/contracts/commands';
import type {
  EmployeeCommands,
  EmployeeEvents,
  EmployeeRecord,
  Image,
} from '@feusa/contracts/employees';
import type { Erased } from '@feusa/contracts/erasure';
import { refuse } from '@feusa/contracts/refusals';
import { normalEmail } from '@feusa/contracts/text';
import { personErased, type ErasureFacts } from './erasure.js';
import type { Command, Decider } from './decider.js';
import { managerFor, type Colleagues, type Managed } from './managers.js';

export type EmployeeCommand = Command<keyof typeof EmployeeCommands | 'erase-person'>;

/** What two people of the directory are told apart by. */
export type Who = Pick<EmployeeRecord, 'firstName' | 'lastName' | 'email'>;

type Employee = {
  readonly removed: boolean;
  readonly who?: Who;
  readonly under?: Managed;
  readonly erased?: true;
  readonly image?: Image;
} | null;

/**
 * `version`: of the stream as it stands; `image`: of a finished upload, if one came along, or of an earlier
 * event where an update is undone, null for none; `isNamed`: whether who is to be erased was named rightly;
 * `told`: where others tell of them; `doubleOf`: where a second of the same name and e-mail address is to
 * be refused, finds another who is there; `id` and `colleagues`: who is meant by the name of a manager.
 */
export interface EmployeeContext {
  readonly version: number;
  readonly image?: Image | null;
  readonly isNamed?: boolean;
  readonly told?: ErasureFacts | undefined;
  readonly doubleOf?: ((who: Who) => string | undefined) | undefined;
  readonly id?: string;
  readonly colleagues?: Colleagues | undefined;
}

/** A person of the directory. An update names the version that it was made on, so that none is lost. */
export const employees: Decider<
  Employee,
  EmployeeCommand,
  EmployeeContext,
  keyof typeof EmployeeEvents | Erased
> = {
  initial: null,

  decide({ name, body }, employee, context) {
    const { version, image, isNamed, told, doubleOf } = context;
    switch (name) {
      case 'add-employee':
        requireSingle(body, doubleOf);
        return {
          type: 'EmployeeAdded',
          data: record(underManager(body, undefined, context), image ?? undefined),
        };
      case 'update-employee': {
        const { image: kept, under } = present(employee);
        if (body.version !== version) refuse('employee/changed', { version });
        requireSingle(body, doubleOf);
        const shown = imageAfter(body, image, kept);
        return { type: 'EmployeeUpdated', data: record(underManager(body, under, context), shown) };
      }
      case 'remove-employee':
        present(employee);
        return { type: 'EmployeeRemoved', data: {} };
      case 'restore-employee':
        requireSingle(removedOne(employee).who, doubleOf);
        return { type: 'EmployeeRestored', data: {} };
      case 'erase-person':
        known(employee);
        if (!isNamed) refuse('person/other-name');
        return personErased(told);
    }
  },

  evolve(employee, event) {
    switch (event.type) {
      case 'EmployeeAdded':
      case 'EmployeeUpdated':
        return {
          removed: false,
          who: whoIn(event.data),
          under: managedIn(event.data),
          ...(event.data.image && { image: event.data.image }),
        };
      case 'EmployeeRemoved':
        return { ...employee, removed: true };
      case 'EmployeeRestored':
        return { ...employee, removed: false };
      case 'PersonErased':
        return { removed: true, erased: true };
    }
  },
};

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

const whoIn = ({ firstName, lastName, email }: Who): Who => ({ firstName, lastName, email });

const managedIn = ({ manager, managerId }: Managed): Managed => ({
  manager,
  ...(managerId !== undefined && { managerId }),
});

/** Another picture, none, or the one that is there. */
function imageAfter(
  { removeImage = false }: { readonly removeImage?: boolean | undefined },
  image: Image | null | undefined,
  kept: Image | undefined,
): Image | undefined {
  if (image) return image;
  return removeImage || image === null ? undefined : kept;
}

type Body = CommandBody<'add-employee' | 'update-employee'>;

/** The body with the id of the person that its manager is. */
const underManager = (body: Body, before: Managed | undefined, context: EmployeeContext) => ({
  ...body,
  managerId: managerFor({ ...body, id: context.id ?? '', before }, context.colleagues),
});

function present(employee: Employee) {
  return employee && !employee.removed ? employee : refuse('employee/not-found');
}

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
