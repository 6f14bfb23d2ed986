import type { EmployeeView } from '@feusa/contracts/employees';
import { cardOf, cardText as escaped, dialable } from '@feusa/contracts/vcard';
import { saveText } from '../../../shared/save-file.js';
import { texts } from '../texts.js';

/** vCard 3.0, because Outlook does not read 4.0. */
export function vCard(person: EmployeeView): string {
  const { firstName, lastName, email, phoneNumber, mobile, role, department, location } = person;
  return cardOf([
    'VERSION:3.0',
    `UID:${person.id}`,
    `N:${escaped(lastName)};${escaped(firstName)};;;`,
    `FN:${escaped(`${firstName} ${lastName}`)}`,
    `ORG:FEUSA;${escaped(department)}`,
    `TITLE:${escaped(role)}`,
    `EMAIL;TYPE=INTERNET,WORK:${escaped(email)}`,
    `TEL;TYPE=WORK,VOICE:${dialable(phoneNumber)}`,
    ...(mobile ? [`TEL;TYPE=CELL,VOICE:${dialable(mobile)}`] : []),
    `ADR;TYPE=WORK:;;${escaped(location)};;;;`,
    `NOTE:${escaped(texts.managerNote(person.manager))}`,
    `REV:${new Date(person.timestamp).toISOString()}`,
  ]);
}

export const vCards = (people: readonly EmployeeView[]): string => people.map(vCard).join('');

/** A file name that every system takes. */
export const vCardName = ({ firstName, lastName }: EmployeeView): string =>
  `${`${firstName} ${lastName}`.replace(/[^\p{L}\p{N}' -]/gu, '').trim() || 'contact'}.vcf`;

/** Hands the people over to the address book of this machine. */
export function saveVCard(people: readonly EmployeeView[]): void {
  const [first] = people;
  if (!first) return;
  const name = people.length === 1 ? vCardName(first) : 'people.vcf';
  saveText(name, vCards(people), 'text/vcard;charset=utf-8');
}
