const collator = new Intl.Collator('en', { sensitivity: 'variant', numeric: false });
const names = new Intl.Collator('en', { numeric: true });

interface EmployeeName {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** By first name as people sort it, then last name, then id so that the order is total. */
export const byFirstName = (a: EmployeeName, b: EmployeeName): number =>
  collator.compare(a.firstName, b.firstName) ||
  collator.compare(a.lastName, b.lastName) ||
  (a.id < b.id ? -1 : Number(a.id > b.id));

/**
 * The same order for many at once. Comparing names as people do is slow and few names are different, so only
 * these are compared, and people by the places of theirs.
 */
export function inOrderOfNames<T extends EmployeeName>(people: readonly T[]): T[] {
  const first = placesOf(people.map(({ firstName }) => firstName));
  const last = placesOf(people.map(({ lastName }) => lastName));
  const placed = people.map((person) => ({
    person,
    first: first.get(person.firstName)!,
    last: last.get(person.lastName)!,
  }));
  placed.sort(
    (a, b) =>
      a.first - b.first ||
      a.last - b.last ||
      (a.person.id < b.person.id ? -1 : Number(a.person.id > b.person.id)),
  );
  return placed.map(({ person }) => person);
}

/** The place of each name among all; names that are the same to people have the same one. */
function placesOf(all: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  let before: string | undefined;
  let place = 0;
  for (const name of [...new Set(all)].sort(collator.compare)) {
    if (before !== undefined && collator.compare(before, name) !== 0) place++;
    places.set(name, place);
    before = name;
  }
  return places;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** By name as people sort it, numbers by value, then id. */
export const byName = (a: Named, b: Named): number =>
  names.compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id));
