import type { CommandBody } from '@feusa/contracts/commands';
import type {
  EmployeeCommands,
  EmployeeEvents,
  EmployeeRecord,
  Image,
} from '@feusa/contracts/employees';
import type { Erased } from '@feusa/contracts/erasure';
import { refuse } from '@feusa/contracts/refusals';
import { personErased, type Told } from './erasure.js';
import type { Command, Decider } from './decider.js';

export type EmployeeCommand = Command<keyof typeof EmployeeCommands | 'erase-person'>;

type Employee = {
  readonly removed: boolean;
  readonly erased?: true;
  readonly image?: Image;
} | null;

/**
 * `version`: of the stream as it stands; `image`: of a finished upload, if one came along, or of an earlier
 * event where an update is undone, null for none; `isNamed`: whether who is to be erased was named rightly;
 * `told`: where others tell of them.
 */
export interface EmployeeContext {
  readonly version: number;
  readonly image?: Image | null;
  readonly isNamed?: boolean;
  readonly told?: Told | undefined;
}

/** A person of the directory. An update names the version that it was made on, so that none is lost. */
export const employees: Decider<
  Employee,
  EmployeeCommand,
  EmployeeContext,
  keyof typeof EmployeeEvents | Erased
> = {
  initial: null,

  decide({ name, body }, employee, { version, image, isNamed, told }) {
    switch (name) {
      case 'add-employee':
        return { type: 'EmployeeAdded', data: record(body, image ?? undefined) };
      case 'update-employee': {
        const { image: kept } = present(employee);
        if (body.version !== version) refuse('employee/changed', { version });
        const shown = image === undefined ? kept : (image ?? undefined);
        return { type: 'EmployeeUpdated', data: record(body, shown) };
      }
      case 'remove-employee':
        present(employee);
        return { type: 'EmployeeRemoved', data: {} };
      case 'restore-employee':
        if (!known(employee).removed) return refuse('employee/not-removed');
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
        return event.data.image ? { removed: false, image: event.data.image } : { removed: false };
      case 'EmployeeRemoved':
        return { ...employee, removed: true };
      case 'EmployeeRestored':
        return { ...employee, removed: false };
      case 'PersonErased':
        return { removed: true, erased: true };
    }
  },
};

/** There or removed, and not erased. */
function known(employee: Employee) {
  return employee && !employee.erased ? employee : refuse('employee/not-found');
}

function present(employee: Employee) {
  return employee && !employee.removed ? employee : refuse('employee/not-found');
}

function record(
  { firstName, lastName, phoneNumber, mobile, email, ...rest }: CommandBody<'add-employee'>,
  image: Image | undefined,
): EmployeeRecord {
  const { role, location, department, manager } = rest;
  const required = { firstName, lastName, phoneNumber, email, role, location, department, manager };
  return { ...required, ...(mobile && { mobile }), ...(image && { image }) };
}
