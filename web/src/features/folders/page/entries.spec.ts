import { describe, expect, it } from '@jest/globals';
import { allOf, arrange, extensionOf, hostOf, safeHref, typeName } from './entries.js';
import { file, folder, link, page } from './test-page.js';

const names = (...args: Parameters<typeof arrange>) =>
  allOf(arrange(...args)).map(({ name }) => name);

describe('a folder', () => {
  const full = page({
    folders: [folder('1', 'Job 10'), folder('2', 'Job 9'), folder('3', 'Äcker')],
    docs: [
      file('4', 'b.pdf', { size: 5, timestamp: 2 }),
      link('5', 'Dealers', 'https://portal.example'),
      file('6', 'A.pdf', { size: 9, timestamp: 1 }),
    ],
  });

  it('shows folders, documents and links by name, numbers by value, accents beside their letters', () =>
    expect(names(full, 'name', '')).toEqual([
      'Äcker',
      'Job 9',
      'Job 10',
      'A.pdf',
      'b.pdf',
      'Dealers',
    ]));
  it('shows the newest first', () =>
    expect(names(full, 'newest', 'pdf')).toEqual(['b.pdf', 'A.pdf']));
  it('shows the largest first', () =>
    expect(names(full, 'size', 'pdf')).toEqual(['A.pdf', 'b.pdf']));
  it('filters by every word, any case, accents folded', () => {
    expect(names(full, 'name', 'ACKER')).toEqual(['Äcker']);
    expect(names(full, 'name', '10 job')).toEqual(['Job 10']);
  });
  it('finds links by their target', () =>
    expect(names(full, 'name', 'portal')).toEqual(['Dealers']));
});

it('reads extensions and hosts', () => {
  expect(['Manual.PDF', 'no', 'a.tar.gz'].map(extensionOf)).toEqual(['pdf', '', 'gz']);
  expect(hostOf('https://www.example.org/x')).toBe('example.org');
});

it('opens only web addresses', () =>
  expect(['https://a.example', 'javascript:alert(1)', 'x'].map(safeHref)).toEqual([
    'https://a.example',
    undefined,
    undefined,
  ]));

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
