import { patiently } from '../until.js';

/** Longer than anything that the product may take. */
const PATIENCE_MS = 8000;

/** What came back; `status` is 0 where nothing did, and `code` then says what happened. */
export interface Reply {
  readonly status: number;
  readonly code: string;
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly headers: Headers;
  /** From the first byte sent to the last one received. */
  readonly ms: number;
}

export interface RequestOptions {
  readonly cookie?: string | undefined;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** A body that is sent as it is. */
  readonly raw?: Uint8Array<ArrayBuffer>;
  readonly patienceMs?: number;
}

/** One HTTP request. Never rejects. */
export async function request(
  method: string,
  url: string,
  asking: RequestOptions = {},
): Promise<Reply> {
  const { cookie, body, key, headers = {}, raw, patienceMs = PATIENCE_MS } = asking;
  const began = performance.now();
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(patiently(patienceMs)),
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(raw && { body: raw }),
    });
    const text = await response.text();
    const parsed = jsonOf(text);
    const { code } = parsed as { code?: string };
    const ms = performance.now() - began;
    const { status, headers: answered } = response;
    return { status, code: code ?? '', body: parsed, text, headers: answered, ms };
  } catch (fault) {
    const code = (fault as Error).name === 'TimeoutError' ? 'hangs' : 'cut';
    const nothing = { body: {}, text: '', headers: new Headers() };
    return { status: 0, code, ...nothing, ms: performance.now() - began };
  }
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
