import { expect, it } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import { Gate } from './gate.js';
import { hashPassword, verifyPassword } from './hashing.js';

it('knows a password again and no other', async () => {
  const hash = await hashPassword('tall-crane');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, 'tall-crane')).toBe(true);
  for (const other of ['Tall-crane', 'tall-crane ', 'tall-cran', '', 'tall-crane\0']) {
    expect(await verifyPassword(hash, other)).toBe(false);
  }
});

it('takes every byte into account', async () => {
  const hash = await hashPassword('with\0a zero');
  expect(await verifyPassword(hash, 'with\0a zero')).toBe(true);
  expect(await verifyPassword(hash, 'with')).toBe(false);
  const emoji = '😀'.repeat(64);
  expect(await verifyPassword(await hashPassword(emoji), emoji)).toBe(true);
  expect(await verifyPassword(await hashPassword('\ufffd'), '\ud800')).toBe(false);
});

it('salts', async () => {
  expect(await hashPassword('tall-crane')).not.toBe(await hashPassword('tall-crane'));
});

it('takes as long for an unknown user as for a wrong password', async () => {
  const hash = await hashPassword('tall-crane');
  const compare = async () => {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 40; round++) {
      for (const [who, stored] of [
        ['known', hash],
        ['unknown', undefined],
      ] as const) {
        const start = performance.now();
        expect(await verifyPassword(stored, 'wrong')).toBe(false);
        times[who].push(performance.now() - start);
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length / 2] ?? 0;
    // A password that nobody hashes is answered some thousand times sooner.
    const ratio = median(times.unknown) / median(times.known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  };
  // Other work on the machine can disturb one comparison.
  await waitFor(compare, 30_000);
});

it('runs two at once, in order, and lets 50 wait', async () => {
  const gate = new Gate(2, 50);
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const work = (number: number) =>
    gate.run(async () => {
      started.push(number);
      most = Math.max(most, ++running);
      await new Promise((done) => setTimeout(done, 1));
      running -= 1;
      return number;
    });
  const all = Array.from({ length: 60 }, (_, number) => work(number).catch((no) => no.code));
  const answers = await Promise.all(all);
  expect(most).toBe(2);
  expect(started).toEqual(Array.from({ length: 52 }, (_, number) => number));
  expect(answers.slice(52)).toEqual(Array(8).fill('busy'));
  expect(await work(99)).toBe(99);
});

it('goes on after work that failed', async () => {
  const gate = new Gate(1, 1);
  await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await gate.run(() => Promise.resolve('yes'))).toBe('yes');
});
