import { freshBucket } from '@feusa/files/test-bucket';
import { describeWithEngine } from '@feusa/testing/engines';
import { afterAll } from '@jest/globals';
import { brokenConnections } from './test-broken.js';
import { s3Stores } from './test-stores.js';

describeWithEngine('s3', 'broken connections on S3', () => {
  const bucket = freshBucket();
  afterAll(() => bucket.drop());
  brokenConnections(s3Stores(bucket.options), 5);
});
