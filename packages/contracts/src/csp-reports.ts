import { z } from 'zod';

/** Where browsers tell that a page has tried what its content policy forbids. */
export const CSP_REPORTS = '/api/csp-reports';

/** The media types that they tell it in: of `report-uri`, and of `report-to`. */
export const cspReportTypes = ['application/csp-report', 'application/reports+json'] as const;

/** Browsers say more than this, each something else; nothing of it is read. */
const Legacy = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
    'document-uri': z.string().optional(),
  }),
});

const Reported = z.object({
  type: z.string(),
  body: z
    .object({
      effectiveDirective: z.string().optional(),
      blockedURL: z.string().optional(),
      documentURL: z.string().optional(),
    })
    .nullish(),
});

/** `POST /api/csp-reports`, in either of its two shapes. */
export const CspReports = z.union([Legacy, z.array(Reported)]);

/** What our own policy can be violated by; whatever else is told is counted as `other`. */
export const cspDirectives = [
  ...['script-src-elem', 'script-src-attr', 'script-src', 'style-src-elem', 'style-src-attr'],
  ...['style-src', 'img-src', 'font-src', 'connect-src', 'frame-src', 'manifest-src', 'media-src'],
  ...['worker-src', 'child-src', 'object-src', 'form-action', 'base-uri', 'frame-ancestors'],
  ...['default-src', 'other'],
] as const;

export type CspDirective = (typeof cspDirectives)[number];
