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

interface Named {
  readonly id: string;
  readonly name: string;
}

/** By name as people sort it, numbers by value, then id. */
export const byName = (a: Named, b: Named): number =>
  names.compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id));
