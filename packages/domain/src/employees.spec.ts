import type { CommandBody } from '@feusa/contracts/commands';
import type { EmployeeRecord } from '@feusa/contracts/employees';
import { person as record } from '@feusa/contracts/test-person';
import { describe, it } from '@jest/globals';
import { specOf } from './test-decider.js';
import { employees, nameKey, type EmployeeCommand, type Who } from './employees.js';

const { given } = specOf(employees);

const fields = { ...record, mobile: undefined, uploadId: undefined };
const image = { blob: 'ab'.repeat(32), mediaType: 'image/png' };
const other = { blob: 'cd'.repeat(32), mediaType: 'image/jpeg' };

const add = (body: CommandBody<'add-employee'> = fields): EmployeeCommand => ({
  name: 'add-employee',
  body,
});
const update = (change: Partial<EmployeeRecord>, version = 1): EmployeeCommand => ({
  name: 'update-employee',
  body: { ...fields, ...change, id: 'p1', version },
});
const remove: EmployeeCommand = { name: 'remove-employee', body: { id: 'p1' } };
const restore: EmployeeCommand = { name: 'restore-employee', body: { id: 'p1' } };

const added = { type: 'EmployeeAdded', data: record } as const;
const addedWithImage = { type: 'EmployeeAdded', data: { ...record, image } } as const;
const removed = { type: 'EmployeeRemoved', data: {} } as const;
const restored = { type: 'EmployeeRestored', data: {} } as const;

describe('adding an employee', () => {
  it('records the fields of the form and nothing else', () =>
    given().when(add(), { version: 0 }).then(added));
  it('records a mobile number where there is one', () =>
    given()
      .when(add({ ...fields, mobile: '600 300 400' }), { version: 0 })
      .then({ type: 'EmployeeAdded', data: { ...record, mobile: '600 300 400' } }));
  it('records the image of the upload, not the upload', () =>
    given()
      .when(add({ ...fields, uploadId: 'f1' }), { version: 0, image })
      .then(addedWithImage));
});

describe('a second employee of the same name and e-mail address', () => {
  const { firstName, lastName, email } = record;
  const doubleOf = (who: Who) =>
    nameKey(who) === nameKey({ firstName, lastName, email }) ? 'p2' : undefined;

  it('is refused where that is asked for', () => {
    given().when(add(), { version: 0, doubleOf }).thenRefused('employee/exists', { id: 'p2' });
    given(added)
      .when(update({}), { version: 1, doubleOf })
      .thenRefused('employee/exists', { id: 'p2' });
    given(added, removed)
      .when(restore, { version: 2, doubleOf })
      .thenRefused('employee/exists', { id: 'p2' });
  });
  it('is who has other capitals, not who has another name', () => {
    given()
      .when(add({ ...fields, firstName: firstName.toUpperCase() }), { version: 0, doubleOf })
      .thenRefused('employee/exists', { id: 'p2' });
    given()
      .when(add({ ...fields, lastName: 'Other' }), { version: 0, doubleOf })
      .then({ type: 'EmployeeAdded', data: { ...record, lastName: 'Other' } });
  });
});

describe('updating an employee', () => {
  it('records the whole person again', () =>
    given(added)
      .when(update({ role: 'Foreman' }), { version: 1 })
      .then({ type: 'EmployeeUpdated', data: { ...record, role: 'Foreman' } }));
  it('without a mobile number removes it', () =>
    given({ type: 'EmployeeAdded', data: { ...record, mobile: '600 300 400' } })
      .when(update({}), { version: 1 })
      .then({ type: 'EmployeeUpdated', data: record }));
  it('without an upload keeps the image', () =>
    given(addedWithImage)
      .when(update({}), { version: 1 })
      .then({ type: 'EmployeeUpdated', data: { ...record, image } }));
  it('loses the image where that is said', () =>
    given(addedWithImage)
      .when(
        { name: 'update-employee', body: { ...fields, id: 'p1', version: 1, removeImage: true } },
        { version: 1 },
      )
      .then({ type: 'EmployeeUpdated', data: record }));
  it('keeps the image of the newest update', () =>
    given(addedWithImage, { type: 'EmployeeUpdated', data: { ...record, image: other } })
      .when(update({}, 2), { version: 2 })
      .then({ type: 'EmployeeUpdated', data: { ...record, image: other } }));
  it('with an upload replaces the image', () =>
    given(addedWithImage)
      .when(update({}), { version: 1, image: other })
      .then({ type: 'EmployeeUpdated', data: { ...record, image: other } }));
  it('keeps the image through a removal', () =>
    given(addedWithImage, removed, restored)
      .when(update({}, 3), { version: 3 })
      .then({ type: 'EmployeeUpdated', data: { ...record, image } }));
  it('is refused where someone else was faster, with the version as it is now', () =>
    given(added, { type: 'EmployeeUpdated', data: { ...record, role: 'Foreman' } })
      .when(update({ role: 'Driver' }, 1), { version: 2 })
      .thenRefused('employee/changed', { version: 2 }));
  it('is refused for a version that is yet to come', () =>
    given(added)
      .when(update({}, 7), { version: 1 })
      .thenRefused('employee/changed', { version: 1 }));
  it('is refused for an unknown person', () =>
    given().when(update({}), { version: 0 }).thenRefused('employee/not-found'));
  it('is refused for a removed person, whatever the version', () =>
    given(added, removed).when(update({}, 1), { version: 2 }).thenRefused('employee/not-found'));
});

describe('removing and restoring an employee', () => {
  it('removes', () => given(added).when(remove, { version: 1 }).then(removed));
  it('removes again after a restore', () =>
    given(added, removed, restored).when(remove, { version: 3 }).then(removed));
  it('removes nobody who is unknown', () =>
    given().when(remove, { version: 0 }).thenRefused('employee/not-found'));
  it('removes nobody twice', () =>
    given(added, removed).when(remove, { version: 2 }).thenRefused('employee/not-found'));
  it('restores', () => given(added, removed).when(restore, { version: 2 }).then(restored));
  it('restores nobody who is unknown', () =>
    given().when(restore, { version: 0 }).thenRefused('employee/not-found'));
  it('restores nobody who is present', () =>
    given(added).when(restore, { version: 1 }).thenRefused('employee/not-removed'));
  it('restores nobody twice', () =>
    given(added, removed, restored)
      .when(restore, { version: 3 })
      .thenRefused('employee/not-removed'));
});

describe('erasing an employee', () => {
  const erase: EmployeeCommand = {
    name: 'erase-person',
    body: { id: 'e1', kind: 'employee', name: 'Ann Miller' },
  };
  const erased = { type: 'PersonErased', data: {} } as const;
  const named = { version: 1, isNamed: true };

  it('says no more than that', () => given(added).when(erase, named).then(erased));
  it('is possible for one who was removed', () =>
    given(added, removed).when(erase, named).then(erased));
  it('wants the right name', () =>
    given(added).when(erase, { version: 1 }).thenRefused('person/other-name'));
  it('is for good', () => {
    given(added, erased).when(erase, named).thenRefused('employee/not-found');
    const restore: EmployeeCommand = { name: 'restore-employee', body: { id: 'e1' } };
    given(added, erased).when(restore, named).thenRefused('employee/not-found');
  });
});
