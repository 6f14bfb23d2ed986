import type { EmployeeView } from './employees.js';
import { groupBy } from './group-by.js';
import { fold } from './text-folding.js';

/** Somebody of the org chart; `managerId` may be of somebody who is gone. */
export interface OrgEmployee extends Pick<
  EmployeeView,
  'id' | 'firstName' | 'lastName' | 'role' | 'location' | 'department' | 'manager' | 'file'
> {
  readonly managerId: string | null;
}

/**
 * Who reports to whom. `roots`: ids of those who have nobody above them; `loops`: ids of people who are each
 * other's managers, each the manager of the one before; `unresolved`: ids of those whose manager is somebody
 * else, but nobody knows who.
 */
export interface OrgChart {
  readonly people: readonly OrgEmployee[];
  readonly roots: readonly string[];
  readonly loops: readonly (readonly string[])[];
  readonly unresolved: readonly string[];
}

/** The same for two ways to write a name. */
export const nameOfManager = (name: string): string => fold(name).trim().replace(/\s+/g, ' ');

/** What a manager has to be called to mean this person. */
export const nameAsManager = ({
  firstName,
  lastName,
}: Pick<EmployeeView, 'firstName' | 'lastName'>): string =>
  nameOfManager(`${firstName} ${lastName}`);

/** Drawn of everybody who is there, in their order. A manager without an id is the only one of that name. */
export function orgChart(employees: readonly EmployeeView[]): OrgChart {
  const byName = groupBy(employees, nameAsManager);
  const people = employees.map((each) => personOf(each, byName));
  const managers = new Map(people.map(({ id, managerId }) => [id, managerId]));
  const above = (id: string) => {
    const managerId = managers.get(id) ?? null;
    return managerId !== null && managers.has(managerId) ? managerId : undefined;
  };
  const roots = people.filter(({ id }) => above(id) === undefined);
  return {
    people,
    roots: roots.map(({ id }) => id),
    loops: loopsOf(people, above),
    unresolved: roots.filter((person) => !isOwnManager(person)).map(({ id }) => id),
  };
}

const isOwnManager = (person: OrgEmployee): boolean =>
  person.managerId === null && nameOfManager(person.manager) === nameAsManager(person);

function personOf(
  { id, firstName, lastName, role, location, department, manager, managerId, file }: EmployeeView,
  byName: ReadonlyMap<string, readonly EmployeeView[]>,
): OrgEmployee {
  const named = byName.get(nameOfManager(manager)) ?? [];
  const found = named.length === 1 && named[0]?.id !== id ? named[0]?.id : undefined;
  return {
    ...{ id, firstName, lastName, role, location, department, manager },
    managerId: managerId ?? found ?? null,
    ...(file !== undefined && { file }),
  };
}

/** Each loop once, whoever hangs below it. */
function loopsOf(
  people: readonly OrgEmployee[],
  above: (id: string) => string | undefined,
): string[][] {
  const seen = new Set<string>();
  const loops: string[][] = [];
  for (const { id } of people) {
    const path: string[] = [];
    let at: string | undefined = id;
    for (; at !== undefined && !seen.has(at); at = above(at)) {
      seen.add(at);
      path.push(at);
    }
    const start = at === undefined ? -1 : path.indexOf(at);
    if (start >= 0) loops.push(path.slice(start));
  }
  return loops;
}
