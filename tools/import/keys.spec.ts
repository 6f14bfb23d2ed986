import { expect, it } from '@jest/globals';
import { keyFrom } from './keys.js';

const admin = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

it('makes the same UUID of version 5 from the same parts, and another one from others', () => {
  const key = keyFrom(admin, 'add-folder', null, 'Manuals');
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(keyFrom(admin, 'add-folder', null, 'Manuals')).toBe(key);
  const others = [
    keyFrom(admin, 'add-folder', 'null', 'Manuals'),
    keyFrom(admin, 'add-folder', null, 'Manuals', ''),
    keyFrom(admin, 'add-folder,', null, 'Manuals'),
    keyFrom(key, 'add-folder', null, 'Manuals'),
  ];
  expect(new Set([key, ...others]).size).toBe(5);
});
