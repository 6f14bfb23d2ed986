import { Refusal } from '@feusa/contracts/refusals';

/** Says that something around the work is not in order; whatever was being worked on is not to blame. */
export class Outage extends Error {
  override readonly name: string = 'Outage';
}

const CODES =
  /^(E(CONN\w+|PIPE|TIMEDOUT|AI_AGAIN|NOTFOUND|HOSTUNREACH|HOSTDOWN|NET\w+|MFILE|NFILE|NOSPC)|UND_ERR_\w+)$/;
const NAMES =
  /^(Outage|SearchUnavailable|AbortError|TimeoutError|ConnectionError|NoLivingConnectionsError|MaxRetriesPerRequestError|KafkaJS\w*)$/;
const MESSAGES =
  /connection (terminated|ended|is closed)|timeout exceeded|query read timeout|not queryable|pool after calling end|socket hang up/i;

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Data exceptions, broken constraints and values beyond a limit: these the row itself has caused. */
const DATA = /^(22|23|54)/;
/** What an engine answers to work that it does not accept; any other refusal is about the engine. */
const REFUSED = [400, 409, 413, 422];
const DEPTH = 5;

/**
 * Whether work failed because an engine could not be reached or was not able to serve, so that the same
 * work may well succeed later. False where the work itself must be at fault.
 */
export function isOutage(fault: unknown): boolean {
  for (let each = fault, depth = 0; each instanceof Error && depth < DEPTH; depth++) {
    const verdict = verdictOn(each);
    if (verdict !== undefined) return verdict;
    each = each.cause;
  }
  return false;
}

interface Facts {
  readonly code?: unknown;
  readonly statusCode?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Undefined where the error alone does not tell. */
function verdictOn(fault: Error): boolean | undefined {
  const { code, statusCode, $metadata } = fault as Error & Facts;
  if (fault instanceof Refusal) return fault.status === 503;
  if (NAMES.test(fault.name) || MESSAGES.test(fault.message)) return true;
  const status = statusCode ?? $metadata?.httpStatusCode;
  if (typeof status === 'number') return !REFUSED.includes(status);
  if (typeof code !== 'string') return undefined;
  if (CODES.test(code)) return true;
  return SQLSTATE.test(code) ? !DATA.test(code) : undefined;
}
