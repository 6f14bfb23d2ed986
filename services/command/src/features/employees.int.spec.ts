import { randomUUID } from 'node:crypto';
import { person } from '@feusa/contracts/test-person';
import { describe, it } from '@jest/globals';
import { accepts, openScenario, refuses } from '../test-scenario.js';
import { finished, UPLOADS } from '../test-bus.js';

openScenario();
const unknown = randomUUID();

const image = { blob: finished(UPLOADS.photo).blob, mediaType: 'image/png' };

describe('employees', () => {
  it('are added, updated, removed and restored', async () => {
    const added = {
      type: 'EmployeeAdded',
      data: { ...person, mobile: '600 300 400', image },
    } as const;
    const body = { ...person, mobile: '600 300 400', uploadId: UPLOADS.photo };
    const { id } = await accepts('add-employee', body, added);
    const updated = {
      type: 'EmployeeUpdated',
      data: { ...person, role: 'Foreman', image },
    } as const;
    const change = { ...person, role: 'Foreman', mobile: '', id };
    await accepts('update-employee', { ...change, version: 1 }, updated);
    await refuses('update-employee', { ...change, version: 1 }, 'employee/changed', {
      facts: { version: 2 },
    });
    await refuses('restore-employee', { id }, 'employee/not-removed');
    await accepts('remove-employee', { id }, { type: 'EmployeeRemoved', data: {} });
    await refuses('remove-employee', { id }, 'employee/not-found');
    await refuses('update-employee', { ...change, version: 3 }, 'employee/not-found');
    await accepts('restore-employee', { id }, { type: 'EmployeeRestored', data: {} });
    await accepts('update-employee', { ...change, version: 4 }, updated);
  });
  it('are refused where they are unknown, and images where they are none', async () => {
    await refuses('add-employee', { ...person, uploadId: UPLOADS.plan }, 'image/type-not-allowed');
    await refuses('add-employee', { ...person, uploadId: unknown }, 'upload/not-found');
    await refuses('update-employee', { ...person, id: unknown, version: 1 }, 'employee/not-found');
    await refuses('remove-employee', { id: unknown }, 'employee/not-found');
    await refuses('restore-employee', { id: unknown }, 'employee/not-found');
  });
  it('are erased by their name, for good', async () => {
    const { id } = await accepts('add-employee', person, { type: 'EmployeeAdded', data: person });
    const name = `${person.firstName} ${person.lastName}`;
    await refuses('erase-person', { id, name: 'Somebody' }, 'person/other-name');
    await accepts('erase-person', { id, name }, { type: 'PersonErased', data: {} });
    await refuses('erase-person', { id, name }, 'employee/not-found');
    await refuses('restore-employee', { id }, 'employee/not-found');
  });
});
