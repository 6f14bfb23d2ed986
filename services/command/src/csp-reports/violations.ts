import { cspReportBounds } from '@feusa/contracts/csp-report-bounds';
import { cspDirectives, type CspDirective, type CspReports } from '@feusa/contracts/csp-reports';
import type { z } from 'zod';

/** What a page has tried; nothing in it says who was there. */
export interface Violation {
  readonly directive: CspDirective;
  /** The origin that was asked for, or a word as `inline`. */
  readonly blocked: string;
  /** The first part of the page's path: what follows may be secret. */
  readonly page: string;
}

/** The violations of a report, the first of them where there are too many. */
export function violationsIn(report: z.output<typeof CspReports>): Violation[] {
  if (Array.isArray(report))
    return report
      .filter(({ type }) => type === 'csp-violation')
      .slice(0, cspReportBounds.reports.value)
      .map(({ body }) => violation(body?.effectiveDirective, body?.blockedURL, body?.documentURL));
  const violated = report['csp-report'];
  const directive = violated['effective-directive'] ?? violated['violated-directive'];
  return [violation(directive, violated['blocked-uri'], violated['document-uri'])];
}

const violation = (directive = '', blocked = '', page = ''): Violation => ({
  directive: known(directive),
  blocked: cut(URL.canParse(blocked) ? originOf(new URL(blocked)) : blocked),
  page: cut(URL.canParse(page) ? (/^\/[^/]*/.exec(new URL(page).pathname)?.[0] ?? '') : ''),
});

/** Older browsers send the directive with its values. */
function known(reported: string): CspDirective {
  const [name = ''] = reported.split(' ');
  return cspDirectives.find((each) => each === name) ?? 'other';
}

const originOf = ({ origin, protocol }: URL): string => (origin === 'null' ? protocol : origin);

const cut = (text: string): string => text.slice(0, cspReportBounds.text.value);
