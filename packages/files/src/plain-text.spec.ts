import { expect, it } from '@jest/globals';
import { decodePlain } from './plain-text.js';

const utf8 = (text: string) => Buffer.from(text);
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const polish = 'Zażółć gęślą jaźń. '.repeat(200);

it.each([
  ['UTF-8', utf8(polish), polish],
  ['ASCII', utf8('plain'), 'plain'],
  ['UTF-8 with its mark', utf8('\uFEFFżółw'), 'żółw'],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('żółw', 'utf16le')]), 'żółw'],
  ['as Windows has written it', latin1('Grüße aus Köln'), 'Grüße aus Köln'],
  ['Windows’ quotation marks alone', Buffer.from([0x93, 0x41, 0x94]), '“A”'],
  ['nothing', utf8(''), ''],
])('%s is read', (_name, bytes, text) => expect(decodePlain(bytes)).toBe(text));

it.each([
  ['in the middle', Buffer.concat([utf8(polish), Buffer.from([0xe9]), utf8(polish)])],
  ['cut off at the end', utf8(`${polish}ż`).subarray(0, -1)],
  ['at the beginning', Buffer.concat([Buffer.from([0x80]), utf8(polish)])],
])('a byte that is no UTF-8 %s leaves the rest as it is', (_name, bytes) => {
  const text = decodePlain(bytes);
  expect(text.match(/\uFFFD/g)).toHaveLength(1);
  expect(text.replaceAll('\uFFFD', '')).toMatch(polish);
});
