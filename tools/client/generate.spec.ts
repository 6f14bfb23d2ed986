import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { typesOfApi } from './generate.js';

it('has the types of the client made from the document as it is: else npm run client makes them anew', async () => {
  const made = await readFile(path.join(import.meta.dirname, 'api.ts'), 'utf8');
  expect(made).toBe(await typesOfApi());
});
