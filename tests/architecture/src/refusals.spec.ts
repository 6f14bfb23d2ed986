import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { refusals } from '@feusa/contracts/refusals';
import { expect, it } from '@jest/globals';

const domain = path.resolve(import.meta.dirname, '../../../packages/domain/src');
const textOf = (file: string) => readFileSync(path.join(domain, file), 'utf8');
const deciders = readdirSync(domain).filter(
  (file) => /^[a-z]+\.ts$/.test(file) && textOf(file).includes(': Decider<'),
);
const codesIn = (text: string) =>
  Object.keys(refusals).filter((code) => text.includes(`'${code}'`));

it('there are deciders', () => expect(deciders.length).toBeGreaterThanOrEqual(5));

/** The specs of a decider, such as `docs.spec.ts` and `docs-changes.spec.ts`. */
const specsOf = (file: string) =>
  readdirSync(domain).filter(
    (name) => name.startsWith(file.slice(0, -3)) && name.endsWith('.spec.ts'),
  );

it.each(deciders)('every refusal of %s is shown by its specs', (file) => {
  const spec = specsOf(file).map(textOf).join('\n');
  const unshown = codesIn(textOf(file)).filter(
    (code) => !new RegExp(`thenRefused\\(\\s*'${code}'`).test(spec),
  );
  expect(unshown).toEqual([]);
});
