import { CspReports } from '@feusa/contracts/csp-reports';
import { expect, it } from '@jest/globals';
import { violationsIn } from './violations.js';

const of = (report: unknown) => violationsIn(CspReports.parse(report));

it('reads both shapes, and what older browsers send', () => {
  const found = { directive: 'script-src-elem', blocked: 'https://bad.example', page: '/reset' };
  const [blocked, page] = ['https://bad.example/a?b', 'https://intranet.example/reset?token=x'];
  const reported = { 'effective-directive': 'script-src-elem', 'blocked-uri': blocked };
  expect(of({ 'csp-report': { ...reported, 'document-uri': page, 'line-number': 3 } })).toEqual([
    found,
  ]);
  const body = { effectiveDirective: 'script-src-elem', blockedURL: blocked, documentURL: page };
  const report = { type: 'csp-violation', age: 3, url: page, body };
  expect(of([report, { ...report, type: 'deprecation' }])).toEqual([found]);
  const older = { 'violated-directive': "img-src 'self' data:", 'blocked-uri': 'data' };
  expect(of({ 'csp-report': older })).toEqual([
    { directive: 'img-src', blocked: 'data', page: '' },
  ]);
});

it('tells nothing secret, and of what is made up no more than fits', () => {
  const body = {
    effectiveDirective: 'made-up',
    blockedURL: `${'x'.repeat(5000)}`,
    documentURL: 'https://intranet.example/invitation/a-secret',
  };
  expect(of([{ type: 'csp-violation', body }])).toEqual([
    { directive: 'other', blocked: 'x'.repeat(100), page: '/invitation' },
  ]);
  expect(of([{ type: 'csp-violation' }])).toEqual([{ directive: 'other', blocked: '', page: '' }]);
  expect(of(Array.from({ length: 100 }, () => ({ type: 'csp-violation', body })))).toHaveLength(20);
});
