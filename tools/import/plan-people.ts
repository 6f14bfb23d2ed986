import type { EmployeeFields, EmployeeView } from '@feusa/contracts/employees';
import { normalEmail } from '@feusa/contracts/text';
import type { People } from '@feusa/command/imports/people';
import type { PeoplePlan } from './plan.js';
import type { Present } from './present.js';

/** Compares the people of a file with the directory; whoever has the same e-mail address is there already. */
export function planPeople(file: string, people: People, present: Present): PeoplePlan {
  const there = people.rows.flatMap(({ fields }) => {
    const person = present.people.get(normalEmail(fields.email));
    return person ? [{ fields, person }] : [];
  });
  const missing = people.rows.filter(
    ({ fields }) => !present.people.has(normalEmail(fields.email)),
  );
  return {
    file,
    header: people.header,
    people: missing,
    present: there.length,
    differing: there.filter(({ fields, person }) => differs(fields, person)).length,
    refused: people.refused,
    position: present.peoplePosition,
  };
}

const differs = (given: EmployeeFields, there: EmployeeView): boolean =>
  (Object.keys(given) as (keyof EmployeeFields)[]).some((field) => given[field] !== there[field]);
