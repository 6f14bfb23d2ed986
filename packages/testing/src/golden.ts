import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Every type of event in every shape that was ever stored, one a line; lines are only ever added. */
export const GOLDEN_FILE = fileURLToPath(
  new URL('../../contracts/fixtures/events.ndjson', import.meta.url),
);

export const goldenLines = (): string[] =>
  readFileSync(GOLDEN_FILE, 'utf8').split('\n').filter(Boolean);
