const NOBODY = '00000000-0000-4000-8000-000000000000';
const text = (value: string) => JSON.stringify(value);
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Values for a field of a body, written as JSON, as some of them are nothing that JavaScript has. */
export const badValues: readonly string[] = [
  ...['null', 'true', '{}', '[]', '[null]', '[[]]', '[{}]', '""', '" "', deep(5000)],
  ...['0', '-0', '-1', '1.5', '2147483648', '9007199254740993', '1e400', '-1e400', '1E-400'],
  ...['"a\\u0000b"', '"\\u0000"', '"a\\ud800b"', '"\\udc00"', '"\\udbff\\ud83d"', '["\\ud800"]'],
  ...['"a\\u202eb"', '"\\u2066\\u2067"', '"\\u200b\\ufeff"', '"a\\r\\nBcc: x"', '"\\u001b[2J"'],
  text('x'.repeat(60_000)),
  text('👨‍👩‍👧‍👦'.repeat(2000)),
  text('a' + '\u0301'.repeat(20_000)),
  text('\\'.repeat(20_000)),
  `[${Array(1500).fill(text(NOBODY)).join()}]`,
  `{${Array.from({ length: 1500 }, (_, at) => `"${at}":${at}`).join()}}`,
  ...['"__proto__"', '"constructor"', '["__proto__"]', '{"__proto__":{"admin":true}}'],
  ...['{"constructor":{"prototype":{"x":1}}}', '{"toJSON":1,"toString":1}', '{"length":1e9}'],
  ...['"../../etc/passwd"', '"%00"', '"${7*7}"', `"'; drop table log.events; --"`],
  ...['"00000000-0000-0000-0000-000000000000"', '"FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF"'],
  ...['"2026-13-45T99:99:99Z"', '"+275760-09-13T00:00:00.001Z"', '"-000001-01-01T00:00:00Z"'],
];

/** What stands in an address, as it is sent. */
export const badParts: readonly string[] = [
  ...['', '%00', '%20', '%ff%fe', '%ed%a0%80', '%c0%ae', '%', '%zz', '%u0000', '%0d%0aX:%20y'],
  ...['..%2f..%2fx', '%2e%2e', '%5c', '__proto__', 'constructor', 'undefined', 'null', 'NaN'],
  ...['0', '-0', '-1', '1.5', '1e400', '0x1', '2147483648', '9007199254740993', '9'.repeat(400)],
  ...[NOBODY, '00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF'],
  ...['2026-13-45T99:99:99Z', '%2B275760-09-13T00:00:00.001Z', '-000001-01-01T00:00:00Z'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:60Z', '2026-11-23', '1,2', ',', ',,,,'],
  ...['%e2%80%ae', '%f0%9f%91%a8', '*', '(', '%5b', '%22', "'--", '%7b%7d', '%f0%90%80'],
  ...[
    'e30',
    'bnVsbA',
    'W10',
    'WzEsMl0',
    btoa('{"__proto__":1}'),
    btoa('["\\u0000",1]'),
    btoa(`["0000-01-01T00:00:00Z","${NOBODY}"]`),
  ],
  ...['x'.repeat(3000), 'a%20'.repeat(600), '%cc%81'.repeat(1000), ','.repeat(2000)],
];
