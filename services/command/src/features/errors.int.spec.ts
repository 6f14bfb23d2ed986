import { describe, it } from '@jest/globals';
import { accepts, openScenario, refuses } from '../test-scenario.js';
import { SAM } from '../test-bus.js';

openScenario();

describe('errors', () => {
  it('are logged, dismissed, brought back and erased once', async () => {
    const data = { details: 'Upload failed', errors: { status: 507 } };
    const { id } = await accepts('log-error', data, { type: 'ErrorLogged', data });
    await accepts('remove-error', { id }, { type: 'ErrorRemoved', data: {} }, { by: SAM });
    await refuses('remove-error', { id }, 'error/not-found');
    await accepts('restore-error', { id }, { type: 'ErrorRestored', data: {} });
    await refuses('restore-error', { id }, 'error/not-removed');
    await accepts('erase-error', { id }, { type: 'ErrorErased', data: {} });
    await refuses('erase-error', { id }, 'error/not-found');
    await refuses('log-error', data, 'too-many-requests', { by: SAM, facts: { retryAfter: 60 } });
  });
});
