import type { EmployeeView } from '@feusa/contracts/employees';
import { digitsOf, displayPhone } from '@feusa/contracts/phone';
import { saveText } from '../../../shared/save-file.js';
import { texts } from '../texts.js';

/** What a phone dials: the number as shown, with its plus where that has one. */
export const dialable = (text: string): string => {
  const shown = displayPhone(text) || text;
  return `${shown.startsWith('+') ? '+' : ''}${digitsOf(shown)}`;
};

const escaped = (text: string) =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/\r?\n/g, '\\n')
    .replace(/([,;])/g, '\\$1');

const bytes = new TextEncoder();

/** Lines of at most 75 bytes, never broken inside a character. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  let size = 0;
  for (const letter of line) {
    const width = bytes.encode(letter).length;
    if (size + width > 75) {
      lines.push(current);
      current = ' ';
      size = 1;
    }
    current += letter;
    size += width;
  }
  return [...lines, current].join('\r\n');
}

/** vCard 3.0, because Outlook does not read 4.0. */
export function vCard(person: EmployeeView): string {
  const { firstName, lastName, email, phoneNumber, mobile, role, department, location } = person;
  const lines = [
    'BEGIN:VCARD',
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
    'END:VCARD',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
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
