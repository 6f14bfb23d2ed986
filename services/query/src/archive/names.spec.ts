import { describe, expect, it } from '@jest/globals';
import { storable, twins } from './names.js';

describe('names in an archive', () => {
  it.each([
    ['Plan.pdf', 'Plan.pdf'],
    ['a/b\\c: d?.txt', 'a_b_c_ d_.txt'],
    ['..', '_'],
    ['trailing. ', 'trailing'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['NUL .txt', '_NUL .txt'],
    ['COM¹', '_COM¹'],
    ['conout$', '_conout$'],
    ['Zoe\u0308.txt', 'Zoë.txt'],
  ])('%j is stored as %j', (name, stored) => expect(storable(name)).toBe(stored));

  it('are cut to 255 bytes before the extension', () => {
    const long = storable(`${'ü'.repeat(200)}.pdf`);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255);
    expect(long).toMatch(/^ü+\.pdf$/);
    expect(storable('Prices', '.url')).toBe('Prices.url');
  });

  it('are numbered where they are taken, in any case', () => {
    const name = twins();
    expect(['a.pdf', 'A.pdf', 'a (2).pdf', 'a.pdf', 'b'].map(name)).toEqual([
      'a.pdf',
      'A (2).pdf',
      'a (2) (2).pdf',
      'a (3).pdf',
      'b',
    ]);
    expect(['Maße', 'MASSE', 'ﬁn', 'FIN'].map(name)).toEqual([
      'Maße',
      'MASSE (2)',
      'ﬁn',
      'FIN (2)',
    ]);
    const long = 'x'.repeat(255);
    expect([long, long].map(name)).toEqual([long, `${'x'.repeat(251)} (2)`]);
  });
});
