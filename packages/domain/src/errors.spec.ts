import { describe, it } from '@jest/globals';
import { specOf } from './test-decider.js';
import { errors, type ErrorCommand } from './errors.js';

const { given } = specOf(errors);
const data = { details: 'Upload failed', errors: { status: 507 } };
const logged = { type: 'ErrorLogged', data } as const;
const removed = { type: 'ErrorRemoved', data: {} } as const;
const restored = { type: 'ErrorRestored', data: {} } as const;
const erased = { type: 'ErrorErased', data: {} } as const;
const erase: ErrorCommand = { name: 'erase-error', body: { id: 'e1' } };
const log: ErrorCommand = { name: 'log-error', body: data };
const remove: ErrorCommand = { name: 'remove-error', body: { id: 'e1' } };
const restore: ErrorCommand = { name: 'restore-error', body: { id: 'e1' } };

describe('an error', () => {
  it('is logged with its details and payload', () => given().when(log, {}).then(logged));
  it('may have no payload', () =>
    given()
      .when({ name: 'log-error', body: { details: 'Oh', errors: null } }, {})
      .then({ type: 'ErrorLogged', data: { details: 'Oh', errors: null } }));
  it('is dismissed once', () => given(logged).when(remove, {}).then(removed));
  it('is not found where it was never logged', () =>
    given().when(remove, {}).thenRefused('error/not-found'));
  it('is not found once it is dismissed', () =>
    given(logged, removed).when(remove, {}).thenRefused('error/not-found'));
  it('comes back, and can be dismissed again', () => {
    given(logged, removed).when(restore, {}).then(restored);
    given(logged, removed, restored).when(remove, {}).then(removed);
  });
  it('is erased once, dismissed or not, and for ever', () => {
    given(logged).when(erase, {}).then(erased);
    given(logged, removed).when(erase, {}).then(erased);
    given().when(erase, {}).thenRefused('error/not-found');
    for (const each of [erase, remove, restore])
      given(logged, erased).when(each, {}).thenRefused('error/not-found');
  });
  it('does not come back where it is not dismissed', () => {
    given(logged).when(restore, {}).thenRefused('error/not-removed');
    given(logged, removed, restored).when(restore, {}).thenRefused('error/not-removed');
    given().when(restore, {}).thenRefused('error/not-found');
  });
});
