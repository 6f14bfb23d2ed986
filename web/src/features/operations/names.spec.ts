import type { DeadLetterActionView } from '@feusa/contracts/operations';
import { expect, it } from '@jest/globals';
import { actionText, eventName, partName } from './names.js';

it('names parts as people do, also those yet to come', () => {
  expect(partName('read-model')).toBe('Read model');
  expect(partName('tape-robot')).toBe('Tape robot');
});

it('takes the type of an event apart', () => {
  expect(eventName('FolderRenamed')).toBe('Folder renamed');
  expect(eventName('Painted')).toBe('Painted');
});

it.each<[Partial<DeadLetterActionView>, string]>([
  [{ kind: 'redrive', outcome: null }, 'retried folder-1'],
  [{ kind: 'redrive', outcome: 'done' }, 'retried folder-1, which worked'],
  [{ kind: 'redrive', outcome: 'failed' }, 'retried folder-1, which failed'],
  [{ kind: 'discard', outcome: 'done' }, 'discarded folder-1'],
])('tells an action: %o', (action, text) => {
  expect(actionText({ ...action, stream: 'folder-1' } as DeadLetterActionView)).toBe(text);
});
