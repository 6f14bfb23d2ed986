import { expect } from '@jest/globals';
import type { Answer } from './test-calls.js';

/** What is judged in linear time is answered sooner on any machine; what explodes is not. In ms. */
export const SOON_MS = 5000;

const LEAKS =
  /\bat .+:\d+:\d+|node_modules|\.[jt]s\b|\/(?:work|home|root|tmp|usr)\/|\b(?:select|insert|update|delete)\b.+\b(?:from|into|set|where)\b|postgres|typeorm|zod/i;

/** Expects a problem as the contract has it, with nothing of the inside in it, and answers with it. */
export function problemIn({ status, headers, body }: Answer) {
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(body).toMatchObject({
    type: expect.any(String) as unknown as string,
    title: expect.stringMatching(/./) as unknown as string,
    status,
    detail: expect.stringMatching(/./) as unknown as string,
    code: expect.stringMatching(/^[a-z-]+(\/[a-z-]+)?$/) as unknown as string,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown as string,
  });
  expect(JSON.stringify(body)).not.toMatch(LEAKS);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).not.toBe(500);
  return body as { detail: string; code: string; fields?: Record<string, string> };
}

/** What is wrong where: `400 name: Please choose a name`, or `404 folder/not-found`. */
export function problemText(answer: Answer): string {
  const { code, fields } = problemIn(answer);
  const [field, text] = Object.entries(fields ?? {})[0] ?? [];
  return field === undefined ? `${answer.status} ${code}` : `${answer.status} ${field}: ${text}`;
}
