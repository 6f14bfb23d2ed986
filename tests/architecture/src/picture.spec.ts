import { expect, it } from '@jest/globals';
import { compareGenerated } from './generated.js';

it('the picture of the house is what the code is: npm run picture', async () => {
  const { found, made } = await compareGenerated('picture');
  expect(found).toBe(made);
});
