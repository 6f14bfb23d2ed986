import { requireSettings, type Config } from '../config.js';
import type { S3Options } from './bounded-s3.js';

/** Where the files are, by the settings. @throws StartFault where they do not say */
export function s3Options(config: Config, log: S3Options['log']): S3Options {
  const given = requireSettings(config, ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']);
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = given;
  const { S3_BUCKET: bucket, S3_REGION: region, S3_TLS_CA: ca } = config;
  return { endpoint, accessKey, secretKey, bucket, region, ca, log };
}
