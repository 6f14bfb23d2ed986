import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { FILE, PICTURE, picture } from './picture.js';

it('the picture of the house is what the code is: npm run picture', async () => {
  const [found] = PICTURE.exec(await readFile(FILE, 'utf8')) ?? [];
  expect(found).toContain(await picture());
});
