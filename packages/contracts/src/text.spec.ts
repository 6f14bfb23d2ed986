import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { Email, Id, isPhone, lengthOf, Name, NewId, normalEmail } from './text.js';

const answerOf = (schema: z.ZodType, input: unknown) => {
  const { data, error } = schema.safeParse(input);
  return error ? error.issues[0]?.message : data;
};
const family = '👨‍👩‍👧‍👦';

describe('a name', () => {
  const answer = (input: unknown) => answerOf(Name, input);

  it.each([
    ['Ploughs', 'Ploughs'],
    ['  Ploughs ', 'Ploughs'],
    ['../..', '../..'],
    ['a/b', 'a/b'],
    ['CON', 'CON'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['{{7*7}}', '{{7*7}}'],
    ['=cmd()', '=cmd()'],
    ['Cafe\u0301', 'Cafe\u0301'],
    ['नमस्ते', 'नमस्ते'],
    ['می‌خواهم', 'می‌خواهم'],
    [family.repeat(50), family.repeat(50)],
    ['e\u0301'.repeat(50), 'e\u0301'.repeat(50)],
    ['x'.repeat(50), 'x'.repeat(50)],
  ])('may be %j', (input, stored) => expect(answer(input)).toBe(stored));

  it.each([
    ['', 'Please choose a name'],
    ['   ', 'Please choose a name'],
    ['\t\n', 'Please choose a name'],
    ['\u200b\u200d', 'Please choose a name'],
    ['\u3164', 'Please choose a name'],
    [undefined, 'Please choose a name'],
    [null, 'Please choose a name'],
    [['Ploughs'], 'Please choose a name'],
    [{ toString: 'Ploughs' }, 'Please choose a name'],
    [7, 'Please choose a name'],
    ['x'.repeat(51), 'Too Long!'],
    [family.repeat(51), 'Too Long!'],
    ['x'.repeat(10_000), 'Too Long!'],
    [`Z${'\u0300'.repeat(5000)}`, 'Too Long!'],
    ['Plough\0s', 'Name has characters that are not allowed'],
    ['\0', 'Name has characters that are not allowed'],
    ['exe.\u202Efdp', 'Name has characters that are not allowed'],
    ['a\nb', 'Name has characters that are not allowed'],
    ['a\u2028b', 'Name has characters that are not allowed'],
    ['a\u0085b', 'Name has characters that are not allowed'],
    ['a\u2066b', 'Name has characters that are not allowed'],
    ['lone \ud800', 'Text has an invalid character'],
  ])('may not be %j', (input, fault) => expect(answer(input)).toBe(fault));

  it('has the length that people count', () => {
    expect(lengthOf(family)).toBe(1);
    expect(lengthOf('e\u0301a')).toBe(2);
    expect(lengthOf('')).toBe(0);
  });

  it('has that length also where it is long, without a copy of it for each character', () => {
    const parts = ['x', family, 'e\u0301', '🇩🇪', 'a' + '\u0301'.repeat(700), '👍🏽', '\r\n', 'क्षि'];
    for (let first = 0; first < parts.length; first++) {
      const text = 'x'.repeat(250 + first) + parts.join('').repeat(3) + 'x'.repeat(300);
      const whole = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
      expect(lengthOf(text)).toBe([...whole].length);
    }
    // With a copy for each that would be 17 GB.
    expect(lengthOf('x'.repeat(131_072))).toBe(131_072);
    expect(lengthOf('a' + '\u0301'.repeat(131_072))).toBe(1);
  });

  it('is stored whole and trimmed, or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const { data } = Name.safeParse(text);
        if (data === undefined) return;
        expect(data).toBe(text.trim());
        expect(lengthOf(data)).toBeLessThanOrEqual(50);
        expect(data.isWellFormed() && !data.includes('\0')).toBe(true);
        expect(Name.parse(data)).toBe(data);
      }),
    );
  });
});

describe('an e-mail address', () => {
  const fault = 'Enter a valid e-mail address';
  const answer = (input: unknown) => answerOf(Email('Required'), input);

  it.each([
    ['ann@feusa.example', 'ann@feusa.example'],
    [' Ann@Feusa.Example ', 'Ann@Feusa.Example'],
    ['ann+farm@feusa.example', 'ann+farm@feusa.example'],
    ["o'neil@feusa.example", "o'neil@feusa.example"],
    ['łukasz@feusa.example', 'łukasz@feusa.example'],
    ['аnn@feusa.example', 'аnn@feusa.example'],
    [`${'a'.repeat(240)}@feusa.example`, `${'a'.repeat(240)}@feusa.example`],
  ])('may be %j', (input, stored) => expect(answer(input)).toBe(stored));

  it.each([
    ['', 'Required'],
    ['  ', 'Required'],
    [undefined, 'Required'],
    [null, 'Required'],
    [['ann@feusa.example'], 'Required'],
    ['ann', fault],
    ['a@', fault],
    ['@b', fault],
    ['a@b@c', fault],
    ['a b@c.example', fault],
    ['a@b..c', fault],
    ['a@b.example.', fault],
    ['a@b.c\r\nBcc:x', fault],
    ['a@b?bcc=x', fault],
    ['"><svg>', fault],
    ['<ann@feusa.example>', fault],
    ['a@b.example\0', fault],
    ['a\ud800@b.example', fault],
    [`${'a'.repeat(250)}@b.example`, fault],
    [`${'a.'.repeat(60_000)}@`, fault],
  ])('may not be %j', (input, message) => expect(answer(input)).toBe(message));

  it('is the same account in any case and with spaces around', () =>
    expect(normalEmail('Bob@X.com ')).toBe(normalEmail('bob@x.com')));
  it('is another account with a look-alike from another script', () =>
    expect(normalEmail('bоb@x.com')).not.toBe(normalEmail('bob@x.com')));
  it('is the same account however its accents are put together', () =>
    expect(normalEmail('jose\u0301@x.com')).toBe(normalEmail('josé@x.com')));
});

describe('a phone number', () => {
  it.each(['1234567', '+48 600 100 200', '(555) 123-4567', '555.123.4567', '1'.repeat(15)])(
    'may be %j',
    (text) => expect(isPhone(text)).toBe(true),
  );
  it.each([
    'abc',
    '',
    '123456',
    '1'.repeat(16),
    '+'.repeat(200),
    '++4860010020',
    '48+600100200',
    '٠١٢٣٤٥٦٧٨٩',
    '555-CALL-NOW',
    '1234567\n',
    '555 123 4567 x9',
    `${'1'.repeat(60)}x`,
  ])('may not be %j', (text) => expect(isPhone(text)).toBe(false));

  it.each([
    ['digits and a letter', `${'1'.repeat(1_000_000)}x`],
    ['groups and a letter', `${'(1) '.repeat(250_000)}x`],
    ['dashes', '-'.repeat(1_000_000)],
  ])('is judged in linear time: a million characters of %s', (_what, text) => {
    const before = process.cpuUsage();
    expect(isPhone(text)).toBe(false);
    // Its own work, however busy the machine is.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});

describe('an id', () => {
  const id = '0197a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b';
  it('is a UUID, whose case does not matter', () =>
    expect(answerOf(Id, id.toUpperCase())).toBe(id));
  it.each([undefined, null, '', 'undefined', 'null', '1', `${id}x`, ` ${id}`, [id], { id }, true])(
    'may not be %j',
    (input) => expect(answerOf(Id, input)).toBe('Not a valid id'),
  );
  it('of something new may be left out, and is not that of nothing', () => {
    const nil = '00000000-0000-0000-0000-000000000000';
    expect([undefined, id, nil].map((each) => answerOf(NewId, each))).toEqual([
      undefined,
      id,
      'Not a valid id',
    ]);
  });
});
