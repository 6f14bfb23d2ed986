import { expect, it } from '@jest/globals';
import { mutants } from './all.js';
import { patched } from './mutant.js';

const patches = mutants.flatMap(({ name, patches: all }) => all.map((patch) => ({ name, patch })));

it.each(patches)('$name fits $patch.file', async ({ name, patch }) => {
  const text = await patched(patch, name);
  for (const [, instead] of patch.edits) expect(text).toContain(instead);
});

it.each(mutants)('$name changes each file at once', ({ patches: all }) => {
  expect(new Set(all.map(({ file }) => file)).size).toBe(all.length);
});
