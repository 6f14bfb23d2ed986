import type { PersonDocument } from './port.js';

/** A person with nothing to be found by but what is given. */
export const person = (id: string, known: Partial<PersonDocument> = {}): PersonDocument => ({
  ...{ id, version: 1, firstName: 'Q', lastName: 'Q', email: `${id}@q.example`, role: 'q' },
  ...{ location: 'q', department: 'q', manager: 'q', phoneNumber: '0000000000' },
  ...known,
});

/** People who are told apart by every kind of search of the contract; ids are short names. */
export const company: readonly PersonDocument[] = [
  person('lukasz', {
    ...{ firstName: 'Łukasz', lastName: 'Wiśniewski', email: 'l.wisniewski-2@Company.example' },
    ...{ role: 'Parts Specialist', location: 'Kraków', department: 'Parts' },
    ...{ manager: 'Anna Sørensen', phoneNumber: '(402) 555-0134', mobile: '+48 601 222 333' },
  }),
  person('brien', {
    ...{ firstName: 'Siobhán', lastName: 'O’Brien', email: 'siobhan.obrien@company.example' },
    ...{ role: 'Branch Manager', location: 'Des Moines', department: 'Sales' },
    ...{ manager: 'Grace Holloway', phoneNumber: '402-777-0155' },
  }),
  person('masri', {
    ...{ firstName: 'Omar', lastName: 'Al-Masri', email: 'omasri@company.example' },
    ...{ role: 'Sales/Rental Coordinator', location: 'Fargo', department: 'Rentals' },
    ...{ manager: 'Ruth Keane', phoneNumber: '701.888.0177' },
  }),
  person('yildiz', {
    ...{ firstName: 'Işıl', lastName: 'Yıldız', email: 'isil@company.example' },
    ...{ role: 'Accountant', location: 'Zürich', department: 'Accounting', mobile: null },
    ...{ manager: 'Þóra Weiß', phoneNumber: '+41 44 999 01 99' },
  }),
  person('chris', {
    ...{ firstName: 'Christopher', lastName: 'Dæhlie', email: 'chris7@contractor.example' },
    ...{ role: 'Combine Technician', location: 'Malmö', department: 'Field Service' },
    ...{ manager: 'Ruth Keane', phoneNumber: '515 666 0111', mobile: '' },
  }),
];
