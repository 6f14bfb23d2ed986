import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readEmployees } from './employees.js';
import { writeRefused } from './refused-file.js';

const dir = await mkdtemp(path.join(tmpdir(), 'feusa-people-'));
afterAll(() => rm(dir, { recursive: true }));

const HEADER = 'firstName,lastName,phoneNumber,mobile,email,role,location,department,manager';
const ada = 'Ada,Byron,+44 20 7946 0000,,ada@feusa.example,Engineer,London,R&D,Ann Lee';
const bob = 'Bob,Stone,555 010 0200,,bob@feusa.example,Welder,Fargo,Service,Ada Byron';
const file = path.join(dir, 'people.csv');

const people = async (content: string | Buffer) => {
  await writeFile(file, content);
  return readEmployees(file);
};
const fault = (content: string | Buffer) =>
  people(content).then(
    () => 'none',
    ({ name, message }: Error) => `${name}: ${message}`,
  );

describe('a file of people', () => {
  it('is read by the names in its header, in any order and spelling', async () => {
    const { rows } = await people(
      'Email,First Name,LASTNAME,phone_number,role,location,department,manager,dateAdded\n' +
        'ada@feusa.example, Ada ,Byron,+44 20 7946 0000,Engineer,London,R&D,Ann Lee,1 Jan 2026\n',
    );
    expect(rows[0]).toMatchObject({ line: 2, fields: { firstName: 'Ada', lastName: 'Byron' } });
  });

  it.each([
    ['UTF-8', `${HEADER}\n${ada}\n${bob}\n`],
    ['a byte order mark', `\ufeff${HEADER}\n${ada}\n${bob}\n`],
    ['CRLF and no last line end', `${HEADER}\r\n${ada}\r\n${bob}`],
    ['CR alone', `${HEADER}\r${ada}\r${bob}\r`],
    ['blank lines', `${HEADER}\n\n${ada}\n,,,,,,,,\n${bob}\n\n`],
    ['semicolons', `${HEADER}\n${ada}\n${bob}\n`.replaceAll(',', ';')],
    ['tabs', `${HEADER}\n${ada}\n${bob}\n`.replaceAll(',', '\t')],
    ['UTF-16', Buffer.from(`\ufeff${HEADER}\r\n${ada}\r\n${bob}\r\n`, 'utf16le')],
  ])('may come with %s', async (_name, content) => {
    const { rows, refused } = await people(content);
    expect(rows.map(({ fields }) => fields.firstName)).toEqual(['Ada', 'Bob']);
    expect(refused).toEqual([]);
  });

  it('names the line and the field of what it refuses, and takes the rest', async () => {
    const { rows, refused } = await people(
      [
        HEADER,
        ada.replace('Engineer', '"Engi\r\nneer"'),
        bob.replace('555 010 0200', 'abc').replace('Stone', ''),
        'Cy,Young',
        bob,
        ada.replace('ada@', 'BOB@'),
        `${bob},more`,
      ].join('\r\n'),
    );
    expect(rows.map(({ line }) => line)).toEqual([6]);
    expect(refused.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 role: Text has an invalid character',
      '4 lastName: Required; phoneNumber: Phone number is not valid',
      '5 2 cells where there are 9 columns',
      '7 email: the same as in line 6',
      '8 10 cells where there are 9 columns',
    ]);
  });
});

it.each([
  ['an empty file', '', /people\.csv: the file is empty$/],
  ['other columns', 'name,phone\nx,y\n', /missing: firstName, .*; unknown: name, phone\)/],
  ['a column twice', `${HEADER},Email\n`, /more than once: email/],
  ['latin1', Buffer.from(`${HEADER}\n${ada}\nZo\xeb`, 'latin1'), /line 3 is not UTF-8; save/],
  ['a workbook', Buffer.from('PK\x03\x04\x14\x00\x00'), /is not a CSV file/],
  ['an open quote', `${HEADER}\n${ada}\n"Bob,x\n`, /line 3 cannot be read: a quoted cell does not/],
  ['a stray quote', `${HEADER}\n"Ada"x,y\n`, /line 2 cannot be read: a quotation mark/],
])('%s is one message', async (_name, content, message) => {
  const text = await fault(content);
  expect(text).toMatch(message);
  expect(text).toMatch(/^StartFault: .*$/);
});

it('a missing file and a directory are one message each', async () => {
  await expect(readEmployees(path.join(dir, 'none.csv'))).rejects.toThrow(
    'none.csv: does not exist',
  );
  await expect(readEmployees(dir)).rejects.toThrow('is a directory');
});

describe('the file of refused rows', () => {
  const formulas = 'Eve,Z,+1 555 010 0200,,eve,"=HYPERLINK(""http://x"",""y"")",@SUM(1),-1,\tx';

  it('holds nothing that a spreadsheet runs', async () => {
    const { header, refused } = await people(`${HEADER}\n${formulas}\n`);
    const text = await writeRefused(file, header, refused);
    const name = path.join(dir, 'people.refused.csv');
    expect(text).toContain(name);
    const [, row] = (await readFile(name, 'utf8')).split('\r\n');
    expect(row).toBe(
      `Eve,Z,'+1 555 010 0200,,eve,"'=HYPERLINK(""http://x"",""y"")",'@SUM(1),'-1,"'\tx",2,` +
        'email: Enter a valid e-mail address',
    );
  });

  it('can be mended and imported', async () => {
    const { header, refused } = await people(`${HEADER}\n${formulas}\n`);
    await writeRefused(file, header, refused);
    const text = await readFile(path.join(dir, 'people.refused.csv'), 'utf8');
    const mended = await people(text.replace(',eve,', ',eve@feusa.example,'));
    expect(mended.refused).toEqual([]);
    expect(mended.rows[0]?.fields).toMatchObject({
      phoneNumber: '+1 555 010 0200',
      role: '=HYPERLINK("http://x","y")',
    });
  });
});
