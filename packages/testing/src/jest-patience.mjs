import { beforeEach, jest } from '@jest/globals';

// On a busy machine what is right may take long; what is wrong seldom waits for it.
jest.setTimeout(180_000);
// What fails once in a thousand is tried again, and told of in the last lines.
if (process.env.CI === 'true' || process.env.TEST_AGAIN === '1') {
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
  // A second try begins as the first did, whatever that one has left behind, and broken so that it does not end.
  const ignore = () => undefined;
  const beginAnew = async () => {
    const { ends, begins } = globalThis.fixture;
    for (const end of ends) await Promise.resolve().then(end).catch(ignore);
    for (const begin of begins) await begin();
  };
  beforeEach(beginAnew, 600_000);
}
