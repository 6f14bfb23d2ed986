// Files that run beside each other have a logical database of the shared Redis each.
const { FEUSA_TEST_REDIS_URL: shared, JEST_WORKER_ID: worker = '1' } = process.env;
if (shared) process.env.FEUSA_TEST_REDIS_URL = new URL(`/${worker}`, shared).href;
