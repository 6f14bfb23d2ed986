import { bound, KIB, MINUTE } from './bound.js';

export const cspReportBounds = {
  size: bound('what a browser reports of the content policy', [16 * KIB, 'bytes'], '413'),
  attempts: bound('the same', [60, 'an address', MINUTE], '429 with `Retry-After`'),
  reports: bound('violations in one of these', [20, 'at once'], 'the rest is not counted'),
  lines: bound('lines in the log about them', [10, 'a service', MINUTE], 'counted only'),
  text: bound('what such a line says of an address', [100, 'characters'], 'cut'),
} as const;
