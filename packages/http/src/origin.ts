import type { IncomingHttpHeaders } from 'node:http';

/** Which pages may write: the public address and, where allowed, the address that was reached. */
export interface OriginRule {
  readonly publicUrl?: string | undefined;
  readonly reachedAddress: boolean;
}

/** Whether a request may come from the page that it says it comes from; no `Origin` (curl) is fine. */
export function isOwnOrigin(headers: IncomingHttpHeaders, rule: OriginRule): boolean {
  const { origin, host } = headers;
  if (headers['sec-fetch-site'] === 'cross-site') return false;
  if (origin === undefined) return true;
  if (origin === rule.publicUrl) return true;
  return rule.reachedAddress && (origin === `http://${host}` || origin === `https://${host}`);
}
