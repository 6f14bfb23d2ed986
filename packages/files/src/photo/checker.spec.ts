import { afterEach, describe, expect, it } from '@jest/globals';
import { breaking, program } from '../apart/test-breaking.js';
import { PhotoChecker } from './checker.js';

let checker: PhotoChecker;
afterEach(() => checker.close());
const check = async (text: string) => String(await checker.check(async () => Buffer.from(text)));

describe('a photo that breaks its reader', () => {
  it.each(breaking)(
    '%s: it costs itself, and the next one waits and is checked',
    async (...one) => {
      const [, text, limits, code] = one;
      checker = new PhotoChecker({ program, ...limits });
      const all = await Promise.allSettled(['before', text, 'after'].map(check));
      expect(all).toEqual([
        { status: 'fulfilled', value: 'small before' },
        { status: 'rejected', reason: expect.objectContaining({ code }) },
        { status: 'fulfilled', value: 'small after' },
      ]);
    },
  );
});

it('goes on after a photo that could not be read from where it is kept', async () => {
  checker = new PhotoChecker({ program });
  await expect(checker.check(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await check('after')).toBe('small after');
});
