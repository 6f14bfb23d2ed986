import { describe, expect, it } from '@jest/globals';
import { charsetIn, decodePlain } from './plain-text.js';

const LINE = 'Größe für Öl: 5 €, 東京\n';
const long = Buffer.from(LINE.repeat(1000));
const broken = (text: Buffer, ...bytes: number[]) =>
  Buffer.concat([text.subarray(0, LINE.length), Buffer.from(bytes), text]);

it.each([
  ['UTF-8', Buffer.from('Zażółć gęślą jaźń'), 'Zażółć gęślą jaźń'],
  ['ASCII', Buffer.from('plain'), 'plain'],
  ['UTF-8 with its mark', Buffer.from('\uFEFFżółw'), 'żółw'],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('żółw', 'utf16le')]), 'żółw'],
  ['as Windows has written it', Buffer.from('Grüße aus Köln', 'latin1'), 'Grüße aus Köln'],
  ['Windows’ quotation marks alone', Buffer.from([0x93, 0x41, 0x94]), '“A”'],
  ['nothing', Buffer.from(''), ''],
])('%s is read', (_name, bytes, text) => expect(decodePlain(bytes)).toBe(text));

describe('text that is nearly all UTF-8', () => {
  it.each([
    ['a byte that begins nothing', Buffer.concat([Buffer.from([0xff]), long])],
    ['a byte in the middle', Buffer.concat([long, Buffer.from([0xe9, 0x20]), long])],
    ['a last character that was cut', long.subarray(0, -2)],
    ['some bytes of another character set', broken(Buffer.from(LINE.repeat(3)), 0xe4, 0x20, 0xfc)],
  ])('stays UTF-8 with %s', (_, bytes) => {
    const text = decodePlain(bytes);
    expect(text).toContain('Größe für Öl: 5 €, 東京');
    expect(text).toContain('\ufffd');
    expect(text).not.toContain('Ã');
  });

  it('stays so where the same characters stand in it that take the place of bad bytes', () => {
    const bytes = Buffer.concat([Buffer.from('\ufffd'.repeat(20) + 'Größe'), Buffer.from([0xff])]);
    expect(decodePlain(bytes)).toBe(`${'\ufffd'.repeat(20)}Größe\ufffd`);
  });

  it('begins with its mark, and is UTF-8 whatever follows', () => {
    const bytes = Buffer.concat([Buffer.from('\ufeffa '), Buffer.from([0xe9])]);
    expect(decodePlain(bytes)).toBe('a \ufffd');
  });
});

describe('text of older programs', () => {
  it.each(['Größe', 'Café', 'a “quoted” word – and 5 €', 'Ã© once, então não só é à ü'])(
    'is read as Windows wrote it: %s',
    (text) => {
      const windows: Record<string, number> = { '“': 0x93, '”': 0x94, '–': 0x96, '€': 0x80 };
      const bytes = Buffer.from([...text].map((each) => windows[each] ?? each.charCodeAt(0)));
      expect(decodePlain(bytes)).toBe(text);
    },
  );
});

describe('a declared character set', () => {
  it('counts, below a mark', () => {
    expect(decodePlain(Buffer.from([0xcf, 0xf0, 0xe8]), 'windows-1251')).toBe('При');
    expect(decodePlain(Buffer.from('\ufeffÖl'), 'windows-1251')).toBe('Öl');
    expect(decodePlain(Buffer.from('\ufeffÖl', 'utf16le'), 'windows-1251')).toBe('Öl');
  });

  it.each([
    ['text/plain; charset=Windows-1251', 'windows-1251'],
    ['text/csv;header=present;charset="ISO-8859-15"', 'iso-8859-15'],
    ['text/plain; charset=utf-8', 'utf-8'],
    ['text/plain; charset=klingon', undefined],
    ['text/plain; charset=', undefined],
    ['text/plain; x-charset=utf-8', undefined],
    ['text/plain', undefined],
  ])('is read from %s', (type, charset) => expect(charsetIn(type)).toBe(charset));
});
