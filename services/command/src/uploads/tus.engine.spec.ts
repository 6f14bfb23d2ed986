import { freshBucket } from '@feusa/files/test-bucket';
import { describeWithEngine } from '@feusa/testing/engines';
import { afterAll } from '@jest/globals';
import { s3Stores } from './test-stores.js';
import { checkedUploads } from './test-tus-checks.js';
import { tusScenarios } from './test-tus.js';

describeWithEngine('s3', 'tus on S3', () => {
  const bucket = freshBucket();
  afterAll(() => bucket.drop());
  tusScenarios(s3Stores(bucket.options));
  checkedUploads(s3Stores(bucket.options));
});
