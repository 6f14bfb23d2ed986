import { expect, it } from '@jest/globals';
import { isOwnOrigin } from './origin.js';

const reached = { reachedAddress: true };
const only = (publicUrl: string) => ({ publicUrl, reachedAddress: true });
const by = (origin: string, host = 'intranet:3000') => ({ origin, host });

it.each([
  ['the address reached', by('http://intranet:3000'), reached, true],
  ['the address reached, behind TLS', by('https://intranet:3000'), reached, true],
  ['another page', by('http://evil.example'), reached, false],
  ['no page', by('null'), reached, false],
  [
    'the address that people reached',
    { ...by('https://intranet.example', 'inside:3000'), 'x-forwarded-host': 'intranet.example' },
    reached,
    true,
  ],
  ['the public address', by('https://intranet.example'), only('https://intranet.example'), true],
  ['the same host otherwise', by('http://intranet:3000'), only('https://intranet.example'), false],
  ['without TLS', by('http://intranet.example'), only('https://intranet.example'), false],
  ['127.0.0.1 for localhost', by('http://127.0.0.1:3000'), only('http://localhost:3000'), true],
  ['::1 for localhost', by('http://[::1]:3000'), only('http://localhost:3000'), true],
  ['localhost for 127.0.0.1', by('http://localhost:3000'), only('http://127.0.0.1:3000'), true],
  ['another port of the machine', by('http://127.0.0.1:80'), only('http://localhost:3000'), false],
  [
    'the machine, for another address',
    by('http://localhost:3000'),
    only('http://intranet:3000'),
    false,
  ],
  [
    'another address, for the machine',
    by('http://intranet:3000'),
    only('http://localhost:3000'),
    false,
  ],
  ['no page, for the machine', by('null'), only('http://localhost:3000'), false],
])('%s', (...[, headers, rule, own]) => expect(isOwnOrigin(headers, rule)).toBe(own));

it('takes a request without a page, and none from another site', () => {
  expect(isOwnOrigin({}, only('https://intranet.example'))).toBe(true);
  expect(isOwnOrigin({ 'sec-fetch-site': 'cross-site' }, reached)).toBe(false);
});
