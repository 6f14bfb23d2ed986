import { afterEach, expect, it, vi } from 'vitest';
import { limitsContract } from './contract.js';
import { openInProcessLimits } from './in-process.js';

limitsContract('in-process', async () => openInProcessLimits());

afterEach(() => vi.useRealTimers());

it('opens an account again 5 minutes after its first failure', async () => {
  vi.useFakeTimers();
  const limits = openInProcessLimits();
  for (let failure = 0; failure < 10; failure++) await limits.signInFailed('ann', 'here');
  await expect(limits.signInAllowed('ann', 'here')).rejects.toThrow();
  vi.advanceTimersByTime(5 * 60_000);
  await limits.signInAllowed('ann', 'here');
});
