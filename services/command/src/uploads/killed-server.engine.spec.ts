import { freshBucket } from '@feusa/files/test-bucket';
import { describeWithEngine } from '@feusa/testing/engines';
import { afterAll } from '@jest/globals';
import { killedServer } from './test-killed.js';
import { s3Stores } from './test-stores.js';

describeWithEngine('s3', 'killed servers on S3', () => {
  const bucket = freshBucket();
  afterAll(() => bucket.drop());
  killedServer(s3Stores(bucket.options), [bucket.name]);
});
