/** What one fault came to. */
export class Report {
  /** Of times that are allowed: more than 1 where the machine does much else. */
  constructor(readonly patience = 1) {}

  readonly violations: string[] = [];
  readonly facts: string[] = [];
  /** How long the product needed to be well again, ms. */
  recoveredMs: number | undefined;

  expect(holds: boolean, otherwise: string): void {
    if (!holds) this.violations.push(otherwise);
  }

  fact(text: string): void {
    this.facts.push(text);
  }

  /** Takes a time down that must not be longer than a bound, both in ms. */
  within(what: string, ms: number, boundMs: number): void {
    this.facts.push(`${what} ${seconds(ms)}`);
    const most = boundMs * this.patience;
    this.expect(ms <= most, `${what} took ${seconds(ms)}, more than ${seconds(most)}`);
  }

  /** The same for the time that counts as the recovery. */
  recovered(what: string, ms: number, boundMs: number): void {
    this.recoveredMs = ms;
    this.within(what, ms, boundMs);
  }
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

/** The value below which so many of them are, 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
