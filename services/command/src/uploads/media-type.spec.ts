import { randomBytes } from 'node:crypto';
import { HEAD_BYTES } from '@feusa/files/uploads/staging-port';
import sharp from 'sharp';
import { expect, it, jest } from '@jest/globals';
import { mediaTypeOf } from './media-type.js';
import { endOfZip, zipOf } from './test-zip.js';

const OOXML = 'application/vnd.openxmlformats-officedocument';

const typeOf = (bytes: Buffer | string, name = 'file', declared = '') => {
  const all = Buffer.from(bytes as string);
  const read = (start: number, length: number) =>
    Promise.resolve(all.subarray(start, start + length));
  return mediaTypeOf(
    { head: all.subarray(0, HEAD_BYTES), length: all.length, read },
    name,
    declared,
  );
};
const picture = (format: 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff') =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer();

it.each(['png', 'jpeg', 'gif', 'webp', 'tiff'] as const)('a real %s', async (format) => {
  expect(await typeOf(await picture(format), 'claimed.txt')).toBe(`image/${format}`);
});

it.each([
  ['%PDF-1.7\n%...', 'application/pdf'],
  ['plain text\r\nwith lines\t', 'text/plain'],
  ['Grüße aus 東京', 'text/plain'],
  ['\ufeffname,phone\nAnn,1', 'text/plain'],
  ['<!doctype html><script>alert(1)</script>', 'text/plain'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'text/plain'],
  ['<?xml version="1.0"?><svg onload="x"/>', 'application/xml'],
  ['GIF89a/*<script>alert(1)</script>*/', 'image/gif'],
])('%j is %s, whatever its name', async (text, type) => {
  expect(await typeOf(text, 'x.png')).toBe(type);
  expect(await typeOf(text, 'x.html')).toBe(type);
});

it('says in which character set a text was declared to be, where that is known', async () => {
  const as = (declared: string, text = 'text') => typeOf(text, 'a.txt', declared);
  expect(await as('text/plain; charset=Windows-1251')).toBe('text/plain; charset=windows-1251');
  expect(await as('text/html;charset="ISO8859-15"')).toBe('text/plain; charset=iso-8859-15');
  expect(await as('text/plain; charset=UTF-8')).toBe('text/plain');
  expect(await as('text/plain; charset=klingon')).toBe('text/plain');
  expect(await as('text/plain; charset=windows-1251', '%PDF-1.7')).toBe('application/pdf');
});

it('text in UTF-16 and in an old code page is text, other bytes are bytes', async () => {
  expect(await typeOf(Buffer.from('\ufeffhello', 'utf16le'))).toBe('text/plain');
  expect(await typeOf(Buffer.from('caf\xe9', 'latin1'))).toBe('text/plain');
  expect(await typeOf(Buffer.concat([Buffer.from([0, 1, 2, 3]), randomBytes(5000)]))).toBe(
    'application/octet-stream',
  );
});

it.each([
  ['word/document.xml', `${OOXML}.wordprocessingml.document`],
  ['xl/workbook.xml', `${OOXML}.spreadsheetml.sheet`],
  ['ppt/presentation.xml', `${OOXML}.presentationml.presentation`],
])('an archive with %s is %s', async (part, type) => {
  expect(await typeOf(zipOf({ '[Content_Types].xml': '<Types/>', [part]: 'x' }))).toBe(type);
  expect(await typeOf(zipOf({ [part]: 'x', '[Content_Types].xml': '<Types/>' }))).toBe(type);
  expect(await typeOf(zipOf({ [part]: 'x' }))).toBe('application/zip');
});

it('an OpenDocument says so itself', async () => {
  const type = 'application/vnd.oasis.opendocument.text';
  expect(await typeOf(zipOf({ mimetype: type, 'content.xml': 'x' }))).toBe(type);
  expect(await typeOf(zipOf({ mimetype: 'text/html', x: 'x' }))).toBe('application/zip');
});

it('an archive that is cut, empty or lies about its directory is an archive', async () => {
  const zip = zipOf({ '[Content_Types].xml': 'x', 'word/document.xml': 'x' });
  expect(await typeOf(zip.subarray(0, 60))).toBe('application/zip');
  expect(await typeOf(endOfZip({ start: 0, size: 0, count: 0 }))).toBe('application/zip');
  const lying = Buffer.concat([zip.subarray(0, 80), endOfZip({ start: 4e9, size: 4e9, count: 9 })]);
  expect(await typeOf(lying)).toBe('application/zip');
});

it('reads no more than a little of an archive with 100,000 entries', async () => {
  const names = Array.from({ length: 100_000 }, (_, n) => [`../../${n}.txt`, ''] as const);
  const zip = zipOf(Object.fromEntries(names));
  const read = jest.fn((start: number, length: number) =>
    Promise.resolve(zip.subarray(start, start + length)),
  );
  expect(
    await mediaTypeOf({ head: zip.subarray(0, HEAD_BYTES), length: zip.length, read }, 'x'),
  ).toBe('application/zip');
  expect(read.mock.calls.reduce((sum, [, length]) => sum + length, 0)).toBeLessThan(350_000);
});

it('an older Office file is told from its like by its name', async () => {
  const start = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const bytes = Buffer.concat([start, Buffer.alloc(600)]);
  expect(await typeOf(bytes, 'plan.XLS')).toBe('application/vnd.ms-excel');
  expect(await typeOf(bytes, 'plan.html')).toBe('application/x-cfb');
});

it.each([
  ['a Windows program', Buffer.concat([Buffer.from('MZ\x90\0'), randomBytes(500)])],
  ['a Linux program', Buffer.concat([Buffer.from('\x7fELF'), randomBytes(500)])],
  [
    'a shortcut',
    Buffer.concat([
      Buffer.from('4c0000000114020000000000c000000000000046', 'hex'),
      Buffer.alloc(500),
    ]),
  ],
])('%s under a harmless name is refused', (_what, bytes) =>
  expect(typeOf(bytes, 'holiday.png')).rejects.toMatchObject({ code: 'upload/type-not-allowed' }),
);
