import { randomUUID } from 'node:crypto';
import { person } from '@feusa/contracts/test-person';
import { describe, it } from '@jest/globals';
import { accepts, openScenario, refuses } from '../test-scenario.js';
import { finished, SAM, UPLOADS } from '../test-bus.js';

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

describe('profiles', () => {
  const own = { email: person.email, id: SAM.id, role: 'basic' } as const;
  it('are changed by the person, who asks an administrator for the rest', async () => {
    const { id } = await accepts('add-employee', person, { type: 'EmployeeAdded', data: person });
    const phoneNumber = '+48 600 100 999';
    const changed = { ...person, phoneNumber };
    const updated = { type: 'EmployeeUpdated', data: changed } as const;
    await accepts('update-own-profile', { id, phoneNumber }, updated, { by: own });
    await refuses('update-own-profile', { id, phoneNumber }, 'profile/not-own', {
      by: { ...own, email: 'kim@feusa.example' },
    });
    const asked = { type: 'ProfileChangeRequested', data: { role: 'Foreman' } } as const;
    await accepts('request-profile-change', { id, role: 'Foreman' }, asked, { by: own });
    await refuses('request-profile-change', { id, role: person.role }, 'profile/nothing-asked', {
      by: own,
    });
    await refuses('accept-profile-change', { id, requested: 2 }, 'profile/asked-anew', {
      facts: { version: 3 },
    });
    const accepted = { type: 'EmployeeUpdated', data: { ...changed, role: 'Foreman' } } as const;
    await accepts('accept-profile-change', { id, requested: 3 }, accepted);
    await refuses('accept-profile-change', { id, requested: 3 }, 'profile/no-request');
  });
  it('stay as they are where a request is declined or withdrawn', async () => {
    const email = 'second@feusa.example';
    const data = { ...person, email };
    const { id } = await accepts('add-employee', data, { type: 'EmployeeAdded', data });
    const by = { ...own, email };
    const asked = { type: 'ProfileChangeRequested', data: { location: 'Minot' } } as const;
    await accepts('request-profile-change', { id, location: 'Minot' }, asked, { by });
    const decline = { id, requested: 2, reason: 'Next year' };
    const declined = { type: 'ProfileChangeDeclined', data: { reason: 'Next year' } } as const;
    await accepts('decline-profile-change', decline, declined);
    await refuses('decline-profile-change', decline, 'profile/no-request');
    await accepts('request-profile-change', { id, location: 'Minot' }, asked, { by });
    const withdrawn = { type: 'ProfileChangeWithdrawn', data: {} } as const;
    await accepts('withdraw-profile-change', { id }, withdrawn, { by });
    await refuses('withdraw-profile-change', { id }, 'profile/no-request', { by });
  });
});
