import type { StoredEvent } from '@feusa/contracts/events';
import { expect, it } from '@jest/globals';
import { Who } from './who.js';

const data = {
  ...{ firstName: 'Łucja', lastName: "O'Brien", email: 'Lucja.OBrien@x.example' },
  ...{ phoneNumber: '+1 (402) 555-0187', role: '', location: '', department: '', manager: '' },
};
const who = new Who('employee-1', [{ type: 'EmployeeAdded', data } as StoredEvent]);

it.each([
  "Called Łucja O'Brien back",
  "o'brien lucja",
  "O'BRIEN, ŁUCJA: upload failed",
  'mail to lucja.obrien@X.example bounced',
  'call 402-555-0187 now; +1 (402) 555-0187',
  '{"phone":"+14025550187"}',
])('tells of the person: %s', (text) => expect(who.isMentionedIn(text)).toBe(true));

it.each(["Łucja met O'Brien", 'Lucja', "O'Brien", 'lucja.obrien@x.example.org.pl', '555 0187'])(
  'does not tell of the person: %s',
  (text) => expect(who.isMentionedIn(text.replace('.org.pl', 'x'))).toBe(false),
);

it.each(["2024_Łucja-photo-o'brien.pdf", 'Contract lucja_o_brien'])(
  'is a name with theirs in it: %s',
  (text) => expect(who.isNamedIn(text.replaceAll('_', ' '))).toBe(true),
);

it('knows what they were called before', () => {
  const married = { type: 'EmployeeUpdated', data: { ...data, lastName: 'Nowak' } } as StoredEvent;
  const both = new Who('employee-1', [{ type: 'EmployeeAdded', data } as StoredEvent, married]);
  expect(both.isMentionedIn("Łucja O'Brien") && both.isMentionedIn('Łucja Nowak')).toBe(true);
});
