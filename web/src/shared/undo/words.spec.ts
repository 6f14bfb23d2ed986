import { expect, it } from '@jest/globals';
import { outcomeText } from './words.js';

it.each([
  ['undo', 10, { 'restore-file': 10 }, '10 documents restored.'],
  ['redo', 2, { 'remove-link': 2 }, '2 links deleted.'],
  ['undo', 3, { 'restore-file': 2, 'restore-folder': 1 }, '3 items restored.'],
  ['undo', 3, { 'restore-file': 2, 'rename-folder': 1 }, '3 changes undone.'],
  ['undo', 5, { 'restore-file': 2 }, '5 changes undone.'],
  ['undo', 1, { 'restore-file': 1 }, 'Undone.'],
  ['redo', 2, { 'move-folder': 2 }, '2 changes done again.'],
] as const)('%s of %i is told as what it did', (kind, count, did, text) =>
  expect(outcomeText(kind, count, did)).toBe(text),
);
