import { expect, it } from '@jest/globals';
import { cleanFileName, isProgramName } from './file-name.js';

it.each([
  ['résumé 資料.pdf', 'résumé 資料.pdf'],
  ['re\u0301sume\u0301.pdf', 're\u0301sume\u0301.pdf'],
  ['👩‍🌾 photo.jpg', '👩‍🌾 photo.jpg'],
  ['../../x', 'x'],
  ['C:\\Users\\ann\\plan.pdf', 'plan.pdf'],
  ['a/b\\c.txt', 'c.txt'],
  ['a\0.txt', 'a.txt'],
  ['a"\r\nSet-Cookie: x=1', 'a"Set-Cookie: x=1'],
  ['annual\u202efdp.txt', 'annualfdp.txt'],
  ['\ufeffnotes\u2028.md', 'notes.md'],
  ['  spaced .txt  ', 'spaced .txt'],
  ['trailing. . .', 'trailing'],
  ['.gitignore', '.gitignore'],
  ['CON', 'CON'],
  ['', 'file'],
  ['...', 'file'],
  ['docs/', 'file'],
  ['\u200b\u200d', 'file'],
  ['\ud800.txt', '\ufffd.txt'],
])('%j becomes %j', (text, name) => expect(cleanFileName(text)).toBe(name));

it('cuts a long name to 255 bytes, between characters, and keeps its extension', () => {
  const name = cleanFileName(`${'資料'.repeat(1000)}.docx`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(Buffer.byteLength(name)).toBeGreaterThan(250);
  expect(name).toMatch(/^[資料]+\.docx$/);
  expect(Buffer.byteLength(cleanFileName(`x.${'y'.repeat(5000)}`))).toBe(255);
  expect(cleanFileName('👩‍🌾'.repeat(100)).isWellFormed()).toBe(true);
});

it.each([
  'a.exe',
  'A.EXE',
  'x.pdf.scr',
  'run.bat',
  'x.cmd',
  'x.com',
  'x.lnk',
  'x.msi',
  'x.ps1',
  'x.vbs',
  'x.exe::$DATA',
])('%s is a program', (name) => expect(isProgramName(cleanFileName(name))).toBe(true));

it.each(['a\0.exe', 'x.exe.', 'x.exe . ', 'x.e\u202exe', 'C:\\x.exe'])(
  '%j hides a program',
  (name) => expect(isProgramName(cleanFileName(name))).toBe(true),
);

it.each(['exe', 'x.exec', 'batman', 'x.comma', 'list of .exe files.txt', 'example.com.pdf'])(
  '%s is none',
  (name) => expect(isProgramName(cleanFileName(name))).toBe(false),
);
