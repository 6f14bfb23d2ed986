import { describe, it } from '@jest/globals';
import type { EmployeeRecord } from '@feusa/contracts/employees';
import { employees, type EmployeeCommand, type EmployeeContext } from './employees.js';
import { specOf } from './test-decider.js';

const { given } = specOf(employees);
const withoutMobile = {
  ...{ firstName: 'Ann', lastName: 'Miller', phoneNumber: '402 555 0100' },
  ...{ email: 'Ann@feusa.example', role: 'Driver', location: 'Fargo', department: 'Service' },
  manager: 'The board',
};
const record: EmployeeRecord = { ...withoutMobile, mobile: '600 300 400' };
const image = { blob: 'ab'.repeat(32), mediaType: 'image/png' };
const added = { type: 'EmployeeAdded', data: record } as const;
const asked = { type: 'ProfileChangeRequested', data: { role: 'Foreman' } } as const;
const withdrawn = { type: 'ProfileChangeWithdrawn', data: {} } as const;
const declined = { type: 'ProfileChangeDeclined', data: { reason: 'Next year' } } as const;
const removed = { type: 'EmployeeRemoved', data: {} } as const;
const accepted = { type: 'EmployeeUpdated', data: { ...record, role: 'Foreman' } } as const;

const own: EmployeeContext = { version: 1, email: 'ann@feusa.example' };
const other: EmployeeContext = { version: 1, email: 'ben@feusa.example' };
const change = (body: object): EmployeeCommand => ({
  name: 'update-own-profile',
  body: { id: 'p1', uploadId: undefined, ...body },
});
const ask = (body: object): EmployeeCommand => ({
  name: 'request-profile-change',
  body: { id: 'p1', ...body },
});
const withdraw: EmployeeCommand = { name: 'withdraw-profile-change', body: { id: 'p1' } };
const accept = (requested: number): EmployeeCommand => ({
  name: 'accept-profile-change',
  body: { id: 'p1', requested },
});
const decline: EmployeeCommand = {
  name: 'decline-profile-change',
  body: { id: 'p1', requested: 2, reason: 'Next year' },
};

describe('somebody’s own profile', () => {
  it('has its phones and photo changed', () => {
    given(added)
      .when(change({ phoneNumber: '402 555 0199' }), { ...own, image })
      .then({ type: 'EmployeeUpdated', data: { ...record, phoneNumber: '402 555 0199', image } });
    given(added)
      .when(change({ mobile: '' }), own)
      .then({ type: 'EmployeeUpdated', data: withoutMobile });
    given({ type: 'EmployeeAdded', data: { ...record, image } })
      .when(change({ removeImage: true }), own)
      .then({ type: 'EmployeeUpdated', data: record });
  });
  it('is changed by nobody else, nor once it is removed', () => {
    given(added)
      .when(change({ mobile: '' }), other)
      .thenRefused('profile/not-own');
    given(added)
      .when(change({ mobile: '' }), { version: 1 })
      .thenRefused('profile/not-own');
    given(added)
      .when(ask({ role: 'Boss' }), other)
      .thenRefused('profile/not-own');
    given(added, asked).when(withdraw, other).thenRefused('profile/not-own');
    given(added, removed)
      .when(change({ mobile: '' }), own)
      .thenRefused('employee/not-found');
  });
});

describe('what is asked for', () => {
  it('is what would be another value', () => {
    given(added)
      .when(ask({ role: 'Foreman', location: 'Fargo' }), own)
      .then(asked);
    given(added)
      .when(ask({ role: 'Driver' }), own)
      .thenRefused('profile/nothing-asked');
    given(added).when(ask({}), own).thenRefused('profile/nothing-asked');
  });
  it('is accepted as it was looked at, over what has changed meanwhile', () => {
    given(added, asked).when(accept(2), { version: 2 }).then(accepted);
    const moved = { type: 'EmployeeUpdated', data: { ...record, location: 'Omaha' } } as const;
    given(added, asked, moved)
      .when(accept(2), { version: 3 })
      .then({ type: 'EmployeeUpdated', data: { ...moved.data, role: 'Foreman' } });
    given(added, asked, asked).when(accept(2), { version: 3 }).thenRefused('profile/asked-anew');
  });
  it('is declined with a reason, or withdrawn', () => {
    given(added, asked).when(decline, { version: 2 }).then(declined);
    given(added, asked).when(withdraw, own).then(withdrawn);
  });
  it('is answered once', () => {
    for (const answer of [accepted, declined, withdrawn])
      given(added, asked, answer).when(accept(2), { version: 3 }).thenRefused('profile/no-request');
    given(added).when(decline, { version: 1 }).thenRefused('profile/no-request');
    given(added).when(withdraw, own).thenRefused('profile/no-request');
  });
  it('stands in the way of no edit that began before it', () => {
    const { mobile } = record;
    const edit = (version: number): EmployeeCommand => ({
      name: 'update-employee',
      body: { ...record, mobile, id: 'p1', version, uploadId: undefined },
    });
    given(added, asked)
      .when(edit(1), { version: 2 })
      .then({ type: 'EmployeeUpdated', data: record });
    given(added, asked, accepted).when(edit(2), { version: 3 }).thenRefused('employee/changed');
  });
});
