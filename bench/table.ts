import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { promisify } from 'node:util';
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

/** Which commit the figures are of. */
export async function commit(): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['describe', '--always', '--dirty']);
  return stdout.trim();
}

/** Writes the figures of one run; what is said of them below, from a heading on, stays. */
export async function writeAbove(report: string, heading: string, figures: string): Promise<void> {
  const old = await readFile(report, 'utf8');
  await writeFile(report, figures + old.slice(old.indexOf(`\n${heading}\n`)));
}
