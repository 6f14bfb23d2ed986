import { describe, expect, it } from '@jest/globals';
import { passwordFault } from './policy.js';

const rule = { min: 6, email: 'Bob.Miller@feusa.local' };
const EASY = 'This password is too easy to guess';
const family = '👨‍👩‍👧‍👦';

describe('a new password', () => {
  it.each(['', 'short', '😀😀😀😀😀', family.repeat(5)])(
    'is long enough: not %j',
    async (password) =>
      expect(await passwordFault(password, rule)).toBe('Password must be at least 6 characters'),
  );

  it('has as many characters as the setting says', async () => {
    expect(await passwordFault('tall-crane', { ...rule, min: 12 })).toBe(
      'Password must be at least 12 characters',
    );
  });

  it.each(['password', 'PASSWORD', '123456', 'letmein', 'iloveyou', 'qwerty123', ' password '])(
    'is not a common one: %j',
    async (password) => expect(await passwordFault(password, rule)).toBe(EASY),
  );

  it.each([
    'password1',
    'password123456789',
    'Password2026!',
    'P@ssw0rd',
    'P@ssw0rd1!',
    'pass-word',
    '1password1',
    'ｐａｓｓｗｏｒｄ',
    'passwordpassword',
    'dragon!!!!',
  ])('is not a common one dressed up: %j', async (password) =>
    expect(await passwordFault(password, rule)).toBe(EASY),
  );

  it.each(['aaaaaa', 'zzzzzzzzzz', '!!!!!!', '121212', 'abcabc', 'abcdef', 'fedcba', '987654'])(
    'is no repeat and no sequence: %j',
    async (password) => expect(await passwordFault(password, rule)).toBe(EASY),
  );

  it.each(['asdfghjkl', 'abc123', 'aaabbb', 'qwe123', '123abc456', '1qaz2wsx'])(
    'is no run of keys: %j',
    async (password) => expect(await passwordFault(password, rule)).toBe(EASY),
  );

  it.each(['feusa1', 'FEUSA2026', 'feusafeusa', 'Feusa-Intranet', '!feusa!', 'F3usa2026'])(
    'is not the name of the company: %j',
    async (password) => expect(await passwordFault(password, rule)).toBe(EASY),
  );

  it.each(['bob.miller@feusa.local', 'BOB.MILLER', 'bobmiller', 'bob.miller1', 'BobMiller2026'])(
    'is not the own address: %j',
    async (password) => expect(await passwordFault(password, rule)).toBe(EASY),
  );

  it.each([
    'tall-crane',
    'correct horse battery staple',
    'the feusa tractor runs on rye',
    'kQ7#vx',
    '😀'.repeat(64),
    family.repeat(6),
    'x'.repeat(256),
    'Äpfel im Hof',
    'pass\0word-of-mine',
    '      plum tree      ',
    'basic-password-1',
    'bob likes miller 9',
  ])('may be anything else: %j', async (password) =>
    expect(await passwordFault(password, rule)).toBeUndefined(),
  );

  it('is text', async () => {
    expect(await passwordFault('broken \ud800 text', rule)).toBe('Text has an invalid character');
  });

  it('is judged quickly, however long', async () => {
    await passwordFault('a tall crane', rule);
    const before = process.cpuUsage();
    for (const part of ['1', 'a1', '$', ' ']) await passwordFault(part.repeat(400), rule);
    // Its own work, however busy the machine is.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});
