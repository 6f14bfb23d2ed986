import { expect, it } from '@jest/globals';
import { newId } from './new-id.js';

it('makes a UUID that is ordered by time, another one each time', () => {
  const ids = Array.from({ length: 100 }, newId);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(100);
});
