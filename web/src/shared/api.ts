import type { CommandAnswer, CommandInput, CommandName } from '@feusa/contracts/commands';
import type { OnConflict } from '@feusa/contracts/on-conflict';
import type { Problem } from '@feusa/contracts/views';
import { endAhead, takeAhead } from './ahead.js';
import { later } from './offline/let-wait.js';
import { noteOwnWrite, type Sent } from './own-changes.js';
import { noteDone } from './undo/done-stack.js';
import { checks } from './checks.js';
import { newId } from './new-id.js';
import { requestStepUp } from './step-up/ask.js';
import { texts } from './texts.js';

/** Any refusal of the server, or `code` 'offline' when it could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;

  constructor(readonly problem: Partial<Problem> & { status: number }) {
    super(problem.detail ?? problem.title ?? texts.error(problem.status));
    this.status = problem.status;
    this.code = problem.code ?? 'unknown';
    this.detail = this.message;
    this.fields = problem.fields ?? {};
    this.requestId = problem.requestId;
  }
}

/** Nobody answered: the connection is gone. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof ApiError && error.code === OFFLINE.code;

/** The server was not reached, or nothing behind it was. */
export const isOffline = (error: unknown): boolean =>
  isUnreached(error) || (error instanceof ApiError && error.status === 503);

/** Nothing is wrong but what was asked for, as by an address that somebody has typed. */
export const refusalIn = (error: unknown): ApiError | undefined =>
  error instanceof ApiError && error.status === 400 ? error : undefined;

/** What somebody works at is not there any more, or not for them. */
export const isNoLongerThere = (error: unknown): boolean =>
  error instanceof ApiError &&
  /^(folder|file|link|employee|group)\/(parent-)?not-found$/.test(error.code);

const OFFLINE = {
  status: 0,
  code: 'offline',
  detail: texts.unreachable,
};

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
interface Options {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

interface SessionFaults {
  /** The server no longer knows the session. */
  signedOut(): void;
  /** The person may less than this tab believes. */
  notAllowed(): void;
}

let faults: SessionFaults | undefined;
export const onSessionFaults = (handlers: SessionFaults): void => void (faults = handlers);

export async function problemOf(response: Response): Promise<Problem> {
  const fallback = {
    status: response.status,
    title: response.statusText,
    detail: texts.unexpectedAnswer,
  };
  return { ...fallback, ...(await response.json().catch(() => ({}))) } as Problem;
}

/** Bytes are sent as they are, everything else as JSON. */
function sending(body: unknown): { headers: Record<string, string>; body?: Blob | string } {
  if (body === undefined) return { headers: {} };
  if (body instanceof Blob) return { headers: { 'content-type': body.type }, body };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/**
 * What came back of a call that is made again where it needs the password, once the person has entered that.
 * @throws ApiError where it was refused
 */
export async function accepted(call: () => Promise<Response>): Promise<Response> {
  const response = await call();
  if (response.ok) return response;
  const error = new ApiError(await problemOf(response));
  if (error.code === 'upload/being-checked') return checks.during(() => accepted(call));
  if (error.code === 'step-up' && (await requestStepUp())) return accepted(call);
  if (error.code === 'not-signed-in') faults?.signedOut();
  if (error.code === 'not-allowed' || error.code === 'second-factor/required') faults?.notAllowed();
  throw error;
}

/** One HTTP call; throws `ApiError`. */
export async function request<T>(method: Method, path: string, options: Options = {}): Promise<T> {
  const { signal } = options;
  const { headers, ...sent } = sending(options.body);
  if (method !== 'GET') endAhead();
  let ahead = takeAhead(path);
  const ask = () =>
    fetch(path, {
      method,
      ...(signal ? { signal } : {}),
      ...sent,
      headers: { ...headers, ...options.headers },
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new ApiError(OFFLINE);
    });
  const call = async () => {
    const early = ahead;
    ahead = undefined;
    return (await early) ?? ask();
  };
  const response = await accepted(call);
  const isEmpty = response.status === 204 || method === 'HEAD';
  return (isEmpty ? undefined : await response.json()) as T;
}

let written: { position: number; at: number } | undefined;

/** Remembers a position, mostly that of an own write, so that later reads include it. */
export function wrote(position: string): void {
  written = { position: Math.max(Number(position), written?.position ?? 0), at: Date.now() };
}

/** `after=…` for a minute after an own write, else nothing. */
const after = (): string =>
  written && Date.now() - written.at < 60_000 ? `after=${written.position}` : '';

/** Reads a query; what this tab has written is in the answer. Also the fetcher of swr. */
export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const fresh = path.startsWith('/api/session') ? '' : after();
  const url = fresh ? `${path}${path.includes('?') ? '&' : '?'}${fresh}` : path;
  return request<T>('GET', url, { signal });
}

let isReadOnly = false;

/** While a moment of the past is on view nothing is sent, whatever a screen may have left on. */
export const setReadOnly = (on: boolean): void => void (isReadOnly = on);

/** What began before goes on: uploads, and reports of errors. */
const underWay: ReadonlySet<string> = new Set(['add-file', 'log-error']);
const PAST = {
  status: 409,
  code: 'past',
  detail: texts.readOnlyPast,
};

/** @throws ApiError while a moment of the past is on view */
export function requirePresent(name: CommandName | 'undo'): void {
  if (isReadOnly && !underWay.has(name)) throw new ApiError(PAST);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Under which the log keeps what one click leads to; commands that share it are undone as one. */
export const newCorrelation = (): string => newId();

/** A trace (W3C trace context): what a click leads to can be followed through all services. */
export const traceparentOf = (correlationId: string): string =>
  `00-${correlationId.replaceAll('-', '')}-${newId().replaceAll('-', '').slice(0, 16)}-01`;

/** What is not undone by Ctrl+Z: the program has done it, or it is for good. */
const NOT_UNDONE: readonly CommandName[] = ['log-error', 'purge', 'acknowledge-file'];

/**
 * Sends a command. A lost connection is retried with the same key, so nothing happens twice; without one it waits
 * on this device.
 */
export async function send<N extends CommandName>(
  name: N,
  body: CommandInput<N>,
  correlationId: string = newCorrelation(),
  onConflict?: OnConflict,
): Promise<Sent> {
  requirePresent(name);
  const traceparent = traceparentOf(correlationId);
  const query = onConflict === undefined ? '' : `?onConflict=${onConflict}`;
  const headers = { 'idempotency-key': newId(), traceparent };
  for (const wait of [400, 1200, 0]) {
    try {
      const answer = await request<CommandAnswer>('POST', `/api/commands/${name}${query}`, {
        body,
        headers,
      });
      wrote(answer.position);
      noteOwnWrite(answer.id, answer.position);
      if (!NOT_UNDONE.includes(name)) noteDone(correlationId);
      return answer;
    } catch (error) {
      if (!isUnreached(error)) throw error;
      if (wait === 0)
        return later(
          { command: name, body, correlationId, onConflict, key: headers['idempotency-key'] },
          error,
        );
      await pause(wait);
    }
  }
  throw new ApiError(OFFLINE);
}
