import { jest } from '@jest/globals';

// On a busy machine what is right may take long; what is wrong seldom waits for it.
jest.setTimeout(180_000);
// What fails once in a thousand is tried again, and told of in the last lines.
if (process.env.CI === 'true') jest.retryTimes(1, { logErrorsBeforeRetry: true });
