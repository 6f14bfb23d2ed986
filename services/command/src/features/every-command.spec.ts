import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { commands } from '@feusa/contracts/commands';
import { expect, it } from '@jest/globals';

const here = import.meta.dirname;
const scenarios = readdirSync(here)
  .filter((file) => file.endsWith('.int.spec.ts'))
  .concat('../test-scenario.ts')
  .map((file) => readFileSync(path.join(here, file), 'utf8'))
  .join();

it.each(Object.keys(commands))('scenarios see %s accepted and refused', (name) => {
  expect(scenarios).toMatch(new RegExp(`accepts\\(\\s*'${name}'`));
  expect(scenarios).toMatch(new RegExp(`refuses\\(\\s*'${name}'`));
});
