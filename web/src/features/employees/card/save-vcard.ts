import type { EmployeeView } from '@feusa/contracts/employees';
import { vCardName, vCards } from './vcard.js';

/** Hands the people over to the address book of this machine. */
export function saveVCard(people: readonly EmployeeView[]): void {
  const [first] = people;
  if (!first) return;
  const url = URL.createObjectURL(new Blob([vCards(people)], { type: 'text/vcard;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = people.length === 1 ? vCardName(first) : 'people.vcf';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
