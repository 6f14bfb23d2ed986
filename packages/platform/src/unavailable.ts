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

/** PostgreSQL ends, is full, cannot be reached, or let a lock or a statement take too long. */
const OVERBURDENED = /^(57P0[1-3]|57014|55P03|25P0[34]|53\d{3}|08\d{3})$/;

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
export const isOutage = (fault: unknown): boolean => verdictIn(fault, verdictOn) ?? false;

/** Whether an engine was away or had too much to do, for certain: what nobody has asked wrongly. */
export const isAway = (fault: unknown): boolean =>
  verdictIn(fault, (each) => isEngineAway(each) || undefined) ?? false;

/** The first verdict on a fault or what has caused it. */
function verdictIn(
  fault: unknown,
  verdict: (each: Error) => boolean | undefined,
): boolean | undefined {
  for (let each = fault, depth = 0; each instanceof Error && depth < DEPTH; depth++) {
    const given = verdict(each);
    if (given !== undefined) return given;
    each = each.cause;
  }
  return undefined;
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
  if (isEngineAway(fault)) return true;
  const status = statusCode ?? $metadata?.httpStatusCode;
  if (typeof status === 'number') return !REFUSED.includes(status);
  return typeof code === 'string' && SQLSTATE.test(code) ? !DATA.test(code) : undefined;
}

function isEngineAway({ name, message, code }: Error & Facts): boolean {
  if (NAMES.test(name) || MESSAGES.test(message)) return true;
  return typeof code === 'string' && (CODES.test(code) || OVERBURDENED.test(code));
}
