import type { Sent } from './client/client-log.js';
import { request } from './client/http.js';
import type { Load } from './client/load.js';
import type { ReadKind } from './client/reader.js';
import { percentile } from './report.js';
import type { Harness } from './harness.js';
import { until } from './until.js';

/** Until a new command is accepted, ms. */
export async function writes({ sender, admins }: Harness): Promise<number> {
  const began = performance.now();
  const body = { name: 'Probe', parentId: null };
  const { outcome } = await sender.send({ name: 'add-folder', body }, { as: admins[1]! });
  if (outcome !== 'acked') throw new Error(`a command was ${outcome}`);
  return performance.now() - began;
}

/** Until every query service shows all that is in the log by now, ms. */
export async function shows({ store, product, admins }: Harness, boundMs: number): Promise<number> {
  const { position } = await store.head();
  const path = `/api/folders?after=${position}`;
  const { cookie } = admins[0]!;
  const waits = product.queries.map(({ name, address }) =>
    until(
      name,
      async () => (await request('GET', address + path, { cookie })).status === 200,
      boundMs,
    ),
  );
  return Math.max(...(await Promise.all(waits)));
}

/** Between a command's answer and its change on a screen, ms, for commands answered in a span of time. */
export function lags({ sent, browsers }: Load, from: number, to: number): number[] {
  return sent.flatMap(({ answer, settledAt }) => {
    if (!answer || settledAt < from || settledAt > to) return [];
    const seen = browsers.flatMap(({ seen }) => seen.get(Number(answer.position)) ?? []);
    return seen.map((at) => Math.max(0, at - settledAt));
  });
}

export const slowest = (values: readonly number[]): number => percentile(values, 0.99);

/** Tries of commands in a span of time that got no decision, as `503 unavailable`. */
export const failures = (sent: readonly Sent[], from: number, to = Infinity): string[] =>
  sent
    .flatMap(({ attempts }) => attempts)
    .filter(({ at, status }) => at >= from && at <= to && (status === 0 || status >= 500))
    .map(({ status, code }) => `${status} ${code}`);

/** The longest that anybody waited for an answer in a span of time, ms. */
export function longestWait({ sent, reads }: Load, from: number, to = Infinity): number {
  const attempts = sent.flatMap((each) => each.attempts);
  const all = [...attempts, ...reads].filter(({ at }) => at >= from && at <= to);
  return Math.max(0, ...all.map(({ ms }) => ms));
}

/** Reads of a kind from a moment on that failed, as `503 unavailable`. */
export const failedReads = (load: Load, kind: ReadKind, from: number): string[] =>
  load.reads
    .filter((read) => read.kind === kind && read.at >= from && read.status !== 200)
    .map(({ status, code }) => `${status} ${code}`);

/** Different texts with how often each came. */
export const counted = (texts: readonly string[]): string =>
  [...new Set(texts)]
    .map((text) => `${texts.filter((each) => each === text).length}× ${text}`)
    .join(', ');
