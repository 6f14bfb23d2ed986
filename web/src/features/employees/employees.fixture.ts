import type { EmployeeView } from '@feusa/contracts/employees';

export const person = (id: string, given: Partial<EmployeeView> = {}): EmployeeView => ({
  id,
  firstName: 'Ann',
  lastName: 'Miller',
  phoneNumber: '(402) 555-0134',
  email: 'ann@company.example',
  role: 'Mechanic',
  location: 'Fargo',
  department: 'Service',
  manager: 'Ruth Keane',
  dateAdded: '21 Nov 2026',
  timestamp: Date.UTC(2026, 10, 21),
  version: 1,
  ...given,
});
