import { expect, it } from '@jest/globals';
import { previewedIn } from './preview-address.js';

it.each([
  ['', undefined],
  ['a', { id: 'a' }],
  ['a~2', { id: 'a', version: 2 }],
  ['a~x', { id: 'a' }],
  ['a~0', { id: 'a' }],
])('the address %j names %j', (text, previewed) => expect(previewedIn(text)).toEqual(previewed));
