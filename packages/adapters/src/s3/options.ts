import { requireSettings, type Config } from '../config.js';
import type { S3Options } from './bounded-s3.js';

/** Where the files are, by the settings. @throws StartFault where they do not say */
export function s3Options(config: Config, log: S3Options['log']): S3Options {
  const { S3_ENDPOINT: endpoint } = requireSettings(config, ['S3_ENDPOINT']);
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config;
  const { S3_BUCKET: bucket, S3_REGION: region } = config;
  return { endpoint, accessKey, secretKey, bucket, region, log };
}
