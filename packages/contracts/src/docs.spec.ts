import { describe, expect, it } from '@jest/globals';
import { AddFile, AddLink, isSafeLink, LINK_FAULT, RenameFile } from './docs.js';

const folderId = '0197a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b';
const faultsOf = (link: unknown) =>
  AddLink.safeParse({ folderId, name: 'A link', link }).error?.issues.map((each) => each.message);

describe('the target of a link', () => {
  it.each([
    'http://feusa.example',
    'HTTPS://Feusa.Example/Path?q=1#part',
    'https://feusa.example:8443/a@b',
    'https://例え.jp/パス',
    'http://localhost/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:8080/',
    `https://feusa.example/${'x'.repeat(2048 - 'https://feusa.example/'.length)}`,
  ])('may be %j, and is stored as it was written', (link) => {
    expect(AddLink.parse({ folderId, name: 'A link', link: ` ${link} ` }).link).toBe(link);
    expect(isSafeLink(link)).toBe(true);
  });

  it.each([
    '',
    ' ',
    'feusa.example',
    'www.feusa.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '\x01javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://feusa.example/0197a2b4',
    'ftp://feusa.example',
    'mailto:ann@feusa.example',
    '//evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:\\\\evil.example',
    'https:///evil.example',
    'https://\\evil.example',
    'https://feusa.example\\@evil.example',
    'https://',
    'http://[::1',
    'http://%00',
    'http://feusa.example:99999',
    'http://u:p@h',
    'http://u@h',
    'https://feusa.example/a b',
    'https://feusa.example/\u202Egpj.exe',
    'https://fe\u200busa.example/',
    'https://feusa.example/\0',
    'https://feusa.example/\ud800',
    'https://feusa.example/\njavascript:alert(1)',
    `https://feusa.example/${'x'.repeat(3000)}`,
    undefined,
    null,
    7,
    ['https://feusa.example'],
  ])('may not be %j', (link) => expect(faultsOf(link)).toEqual([LINK_FAULT]));
});

describe('renaming a file', () => {
  const faultsOf = (name: unknown) =>
    RenameFile.safeParse({ id: folderId, name }).error?.issues.map(({ message }) => message);
  it('takes names as long as those of uploads, trimmed', () => {
    const name = `${'ü'.repeat(125)}.pdf`;
    expect(RenameFile.parse({ id: folderId, name: ` ${name} ` }).name).toBe(name);
  });
  it.each([
    ['', 'Please choose a name'],
    ['../a.pdf', 'Name has characters that are not allowed'],
    ['a\\b.pdf', 'Name has characters that are not allowed'],
    ['exe.\u202Efdp', 'Name has characters that are not allowed'],
    [`${'ü'.repeat(126)}.pdf`, 'Too Long!'],
  ])('does not take %j', (name, fault) => expect(faultsOf(name)).toEqual([fault]));
});

describe('adding a file', () => {
  it.each([undefined, null, '', 'undefined', 7])('needs an upload, not %j', (uploadId) =>
    expect(AddFile.safeParse({ folderId, uploadId }).error?.issues[0]?.message).toBe(
      'Please choose a file',
    ),
  );
  it('knows no other fields', () =>
    expect(AddFile.safeParse({ folderId, uploadId: folderId, name: 'x' }).success).toBe(false));
});
