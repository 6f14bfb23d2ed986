import { openTestApp } from './test-app.js';
import { diskStores, s3Stores } from './test-stores.js';

/** The upload endpoint in a process of its own, to be killed: prints its port once it listens. */
const [dir = '', bucket] = process.argv.slice(2);
const app = await openTestApp({ dir, open: bucket ? await inBucket(bucket) : diskStores });
console.log(app.port);

async function inBucket(name: string) {
  const { testServer } = await import('@feusa/files/test-bucket');
  return s3Stores(() => ({ ...testServer(), bucket: name }));
}
