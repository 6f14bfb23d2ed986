import { appendFileSync } from 'node:fs';

/** Tells at the end of the run what was left out, and why. */
export const leftOut = (what: string): void => {
  const file = process.env['FEUSA_TEST_LEFT_OUT'];
  if (file) appendFileSync(file, `${what}\n`);
  else console.warn(what);
};
