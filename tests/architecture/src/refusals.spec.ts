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

it.each(deciders)('every refusal of %s is shown by its spec', (file) => {
  const spec = textOf(file.replace('.ts', '.spec.ts'));
  const unshown = codesIn(textOf(file)).filter(
    (code) => !new RegExp(`thenRefused\\(\\s*'${code}'`).test(spec),
  );
  expect(unshown).toEqual([]);
});
