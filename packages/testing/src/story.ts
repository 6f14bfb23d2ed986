import { jest } from '@jest/globals';

/** Says of a file that each test goes on from where the one before it ended: CI tries all of them once more. */
export function tellOneStory(): void {
  if (process.env['CI'] === 'true' || process.env['TEST_AGAIN'] === '1')
    jest.retryTimes(1, { entireDescribe: true, logErrorsBeforeRetry: true });
}
