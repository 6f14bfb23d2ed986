import { memoryBounds } from '@feusa/contracts/memory-bounds';
import type { RefusalCode } from '@feusa/contracts/refusals';
import * as client from 'openid-client';
import { SsoFault } from './port.js';

const AWAY = new Set(['temporarily_unavailable', 'server_error']);
const OF_CLOCKS = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';
const LATE = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);
const MOST = memoryBounds.providerFault.value;

/** What a failed sign-in comes to; what the provider has sent is in it only as a short reason, never a token. */
export function faultOf(fault: unknown, otherwise: RefusalCode): SsoFault {
  const said = fault instanceof client.AuthorizationResponseError ? fault.error : undefined;
  if (said !== undefined) return new SsoFault(answered(said), shortened(`the provider: ${said}`));
  if (codeOf(fault) === OF_CLOCKS)
    return new SsoFault(isOld(fault) ? 'sso/denied' : 'sso/clocks', reasonOf(fault));
  return new SsoFault(isAway(fault) ? 'sso/unavailable' : otherwise, reasonOf(fault));
}

/** Whether they have not signed in again, as they were to. */
const isOld = (fault: unknown): boolean =>
  causeOf(causeOf(fault))?.['claim' as never] === 'auth_time';

function answered(error: string): RefusalCode {
  if (error === 'access_denied') return 'sso/denied';
  return AWAY.has(error) ? 'sso/unavailable' : 'sso/refused';
}

/** Where nobody answers `fetch` throws, and an answer of 5xx is none. */
function isAway(fault: unknown): boolean {
  if (fault instanceof client.ResponseBodyError) return fault.status >= 500;
  const [code, cause] = [codeOf(fault), causeOf(fault)];
  if (code !== undefined && LATE.has(code)) return true;
  if (cause instanceof Response) return cause.status >= 500;
  if (code !== undefined) return false;
  return fault instanceof client.ClientError ? isAway(cause) : fault instanceof Error;
}

const causeOf = (fault: unknown): object | undefined => {
  const { cause } = (fault ?? {}) as { readonly cause?: unknown };
  return typeof cause === 'object' && cause ? cause : undefined;
};

const codeOf = (fault: unknown): string | undefined => {
  const { code } = (fault ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

function reasonOf(fault: unknown): string {
  const { message, cause } = fault instanceof Error ? fault : new Error('unknown');
  const error = fault instanceof client.ResponseBodyError ? fault.error : undefined;
  const below = cause instanceof Error ? cause.message : undefined;
  return shortened([message, error, below].filter(Boolean).join(': '));
}

const shortened = (text: string) => text.slice(0, MOST);
