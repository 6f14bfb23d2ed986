import { expect, it } from '@jest/globals';
import { typeName } from './type-name.js';

it.each([
  ['Manual.pdf', 'application/pdf', 'PDF document'],
  [
    'Prices.xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'XLSX spreadsheet',
  ],
  ['Barn.JPG', 'image/jpeg', 'JPG image'],
  ['notes', 'text/plain', 'Document'],
  ['firmware.bin', 'application/octet-stream', 'BIN file'],
])('says what %s (%s) is', (name, mediaType, text) => {
  expect(typeName(name, mediaType)).toBe(text);
});
