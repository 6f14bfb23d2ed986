import type { EmployeeRecord } from '@feusa/contracts/employees';
import { people } from '../data.js';

const FIELDS = [
  ...(['firstName', 'lastName', 'phoneNumber', 'mobile', 'email'] as const),
  ...(['role', 'location', 'department', 'manager'] as const),
];
const REPORTS = 9;
/** One in so many has a manager who has left, and whose name is nobody's. */
const LEFT = 100;

/** Everybody below one person, nine under each manager, whose name nobody else has. */
export function company(count: number): EmployeeRecord[] {
  const all = people(count);
  const nameOf = ({ firstName, lastName }: EmployeeRecord) => `${firstName} ${lastName}`;
  const times = new Map<string, number>();
  for (const person of all) times.set(nameOf(person), (times.get(nameOf(person)) ?? 0) + 1);
  const isAlone = (person: EmployeeRecord) => times.get(nameOf(person)) === 1;
  const managers = all.filter(isAlone).slice(0, Math.ceil(count / REPORTS));
  const others = all.filter((person) => !managers.includes(person));
  return [...managers, ...others].map((person, index) => ({
    ...person,
    manager: managerOf(index, managers.map(nameOf)),
  }));
}

function managerOf(index: number, names: readonly string[]): string {
  if (index === 0) return 'The board';
  if (index % LEFT === LEFT - 1) return 'Hildegard Quast';
  return names[Math.floor((index - 1) / REPORTS)] ?? 'The board';
}

export function csvOf(all: readonly EmployeeRecord[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = all.map((person) => FIELDS.map((field) => quoted(person[field] ?? '')).join(','));
  return [FIELDS.join(','), ...lines, ''].join('\r\n');
}
