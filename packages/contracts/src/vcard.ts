import type { EmployeeView } from './employees.js';
import { digitsOf, displayPhone } from './phone.js';

/** What a phone dials: the number as shown, with its plus where that has one. */
export const dialable = (text: string): string => {
  const shown = displayPhone(text) || text;
  return `${shown.startsWith('+') ? '+' : ''}${digitsOf(shown)}`;
};

/** A value of a vCard as text. */
export const cardText = (text: string): string =>
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

/** The lines of a card, each with its end. */
export const cardOf = (lines: readonly string[]): string =>
  ['BEGIN:VCARD', ...lines, 'END:VCARD'].map((line) => `${folded(line)}\r\n`).join('');

/** An employee as vCard 4.0 (RFC 6350). */
export function vCard4(person: EmployeeView): string {
  const { id, firstName, lastName, email, phoneNumber, mobile, role, department } = person;
  return cardOf([
    'VERSION:4.0',
    'KIND:individual',
    `UID:urn:uuid:${id}`,
    `FN:${cardText(`${firstName} ${lastName}`)}`,
    `N:${cardText(lastName)};${cardText(firstName)};;;`,
    `ORG:FEUSA;${cardText(department)}`,
    `TITLE:${cardText(role)}`,
    `EMAIL;TYPE=work:${cardText(email)}`,
    `TEL;VALUE=uri;TYPE="voice,work":tel:${dialable(phoneNumber)}`,
    ...(mobile ? [`TEL;VALUE=uri;TYPE="cell,work":tel:${dialable(mobile)}`] : []),
    `ADR;TYPE=work:;;${cardText(person.location)};;;;`,
    `NOTE:${cardText(`Manager: ${person.manager}`)}`,
    `REV:${new Date(person.timestamp).toISOString().replace(/[-:]|\.\d+/g, '')}`,
  ]);
}
