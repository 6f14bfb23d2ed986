import { afterEach, expect, it, jest } from '@jest/globals';
import { limitsContract } from './contract.js';
import { openInProcessLimits } from './in-process.js';

limitsContract('in-process', async () => openInProcessLimits());

afterEach(() => void jest.useRealTimers());

it('opens an account again 5 minutes after its first failure', async () => {
  jest.useFakeTimers();
  const limits = openInProcessLimits();
  for (let failure = 0; failure < 10; failure++) await limits.signInFailed('ann', 'here');
  await expect(limits.signInAllowed('ann', 'here')).rejects.toThrow();
  jest.advanceTimersByTime(5 * 60_000);
  await limits.signInAllowed('ann', 'here');
});

it('says no longer a wait than the window after the clock was ahead', async () => {
  jest.useFakeTimers();
  const limits = openInProcessLimits();
  const now = Date.now();
  jest.setSystemTime(now + 5 * 3_600_000);
  for (let failure = 0; failure < 10; failure++) await limits.signInFailed('ann', 'here');
  jest.setSystemTime(now);
  const facts = { retryAfter: 5 * 60 };
  await expect(limits.signInAllowed('ann', 'here')).rejects.toMatchObject({ facts });
  await expect(limits.signInFailed('ann', 'here')).rejects.toMatchObject({ facts });
  jest.advanceTimersByTime(5 * 60_000);
  await limits.signInAllowed('ann', 'here');
});

it('takes 300 error reports a day of a user', async () => {
  jest.useFakeTimers();
  const limits = openInProcessLimits();
  for (let minute = 0; minute < 10; minute++) {
    for (let report = 0; report < 30; report++) await limits.logError('ann');
    jest.advanceTimersByTime(60_000);
  }
  await expect(limits.logError('ann')).rejects.toMatchObject({ code: 'too-many-requests' });
  await limits.logError('sam');
});

it('mails an account again after some minutes, not more than 5 times an hour for one address', async () => {
  jest.useFakeTimers();
  const limits = openInProcessLimits();
  const asked: boolean[] = [];
  for (let count = 0; count < 7; count++) {
    asked.push(await limits.resetAllowed('ann', 'here'));
    jest.advanceTimersByTime(3 * 60_000);
  }
  expect(asked).toEqual([...Array<boolean>(5).fill(true), false, false]);
  expect(await limits.resetAllowed('ann', 'there')).toBe(true);
});
