import type { Load } from '../client/load.js';
import { percentile, type Report } from '../report.js';

const SLOWER = 3;
/** Below this nobody notices, and a factor means nothing, ms. */
const UNNOTICED_MS = 50;

export interface Span {
  /** Both in ms since 1970. */
  readonly from: number;
  readonly to: number;
}

interface Waited {
  readonly calls: number;
  readonly p50: number;
  readonly p99: number;
}

/** What ordinary people waited in a span of time, by the kind of their calls, ms. */
export type Waits = ReadonlyMap<string, Waited>;

export function waitsOf({ sent, reads }: Load, { from, to }: Span): Waits {
  const commands = sent.flatMap(({ attempts }) =>
    attempts.map(({ at, ms }) => ({ kind: 'commands', at: at - ms, ms })),
  );
  const byKind = new Map<string, number[]>();
  for (const { kind, at, ms } of [...commands, ...reads]) {
    if (at < from || at > to) continue;
    byKind.set(kind, [...(byKind.get(kind) ?? []), ms]);
  }
  return new Map([...byKind].sort().map(([kind, values]) => [kind, waited(values)]));
}

const waited = (values: readonly number[]): Waited => ({
  calls: values.length,
  p50: Math.round(percentile(values, 0.5)),
  p99: Math.round(percentile(values, 0.99)),
});

/** A line for each kind of call; one that has become too slow is a violation. */
export function judgeWaits(report: Report, rest: Waits, soak: Waits): readonly string[] {
  return [...rest].map(([kind, before]) => {
    const { calls, p50, p99 } = soak.get(kind) ?? { calls: 0, p50: 0, p99: 0 };
    const most = Math.max(UNNOTICED_MS, before.p99) * SLOWER * report.patience;
    const factor = (p99 / Math.max(1, before.p99)).toFixed(1);
    report.expect(calls > 0, `${kind}: none was answered`);
    report.expect(p99 <= most, `${kind}: p99 ${p99} ms is more than ${Math.round(most)} ms`);
    return (
      `${kind.padEnd(10)} p50 ${pad(before.p50)} ms at rest, ${pad(p50)} ms in the soak; ` +
      `p99 ${pad(before.p99)} ms at rest, ${pad(p99)} ms in the soak (${factor} times), ${calls} calls`
    );
  });
}

const pad = (value: number) => String(value).padStart(4);
