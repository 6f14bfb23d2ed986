import { expect, it } from '@jest/globals';
import { pathOfApp } from './path-of-app.js';

it.each(['/', '/dashboard/1/2?view=list#x', '/users', '/find?q=a%20b'])('%s stays', (path) =>
  expect(pathOfApp(path)).toBe(path),
);

it.each([
  ...['', 'users', 'https://evil.example/', '//evil.example', '///evil.example', '/\\evil.example'],
  ...[
    '/\t/evil.example',
    '/\n//evil.example',
    '\\\\evil.example',
    '/./\\evil.example',
    '/.//evil.example',
  ],
  ...['javascript:alert(1)', '/api/session', '/API/sso/start', '/files/1', '/x/..//evil.example'],
  `/${'x'.repeat(1100)}`,
])('%j leads to the start', (path) => expect(pathOfApp(path)).toBe('/'));

it('nothing leads to the start', () => expect(pathOfApp(undefined)).toBe('/'));
