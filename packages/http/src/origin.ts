import { isOwnMachine } from '@feusa/platform/networks';
import type { IncomingHttpHeaders } from 'node:http';

/** Which pages may write: those of the public address, else, where allowed, of the address that was reached. */
export interface OriginRule {
  readonly publicUrl?: string | undefined;
  readonly reachedAddress: boolean;
}

/**
 * Whether a request may come from the page that it says it comes from; no `Origin` (curl) is fine. Its
 * headers must be settled.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, rule: OriginRule): boolean {
  const { origin } = headers;
  if (headers['sec-fetch-site'] === 'cross-site') return false;
  if (origin === undefined) return true;
  if (rule.publicUrl !== undefined) return isSame(origin, rule.publicUrl);
  const host = headers['x-forwarded-host'] ?? headers.host;
  return rule.reachedAddress && (origin === `http://${host}` || origin === `https://${host}`);
}

/** The names of the machine itself are one: whoever opens the product there may use any of them. */
function isSame(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  const [from, to] = [origin, publicUrl].map((url) =>
    URL.canParse(url) ? new URL(url) : undefined,
  );
  if (from?.protocol !== to?.protocol || from?.port !== to?.port) return false;
  return [from, to].every((url) => url !== undefined && isOwnMachine(url.hostname));
}
