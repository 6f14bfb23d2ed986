import os from 'node:os';
import type { Figures } from './measure.js';

/** Two digits after the point, none of a hundred or more. */
export const number = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : String(Math.round(value * 100) / 100);

export function cell({ rate, p50, p99 }: Figures): string {
  if (Number.isNaN(rate)) return number(p50);
  return `${number(rate)}/s, ${number(p50)} / ${number(p99)} ms`;
}

/** What the figures were taken on. */
export function machine(): string {
  const cpu = os.cpus()[0]?.model ?? 'unknown';
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return `${os.cpus().length} cores (${cpu}), ${memory} GiB, Node ${process.version}`;
}
