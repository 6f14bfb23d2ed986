import type { KafkaConnection } from '@feusa/event-log/kafka/connection';
import type { S3Options } from '@feusa/platform/s3/bounded-s3';
import { requireSettings, type Config } from './config.js';

/** By the settings, for everybody who speaks with Kafka. @throws StartFault where they do not say */
export function kafkaConnection(config: Config): KafkaConnection {
  const { KAFKA_BROKERS: brokers } = requireSettings(config, ['KAFKA_BROKERS']);
  const { KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key } = config;
  const {
    KAFKA_SASL: mechanism,
    KAFKA_USER: username = '',
    KAFKA_PASSWORD: password = '',
  } = config;
  return {
    brokers,
    ...(config.KAFKA_TLS && { tls: { ...(ca && { ca }), ...(cert && key && { cert, key }) } }),
    ...(mechanism && {
      sasl: { mechanism, username, password } as NonNullable<KafkaConnection['sasl']>,
    }),
  };
}

/** Where the files are, by the settings. @throws StartFault where they do not say */
export function s3Options(config: Config, log: S3Options['log']): S3Options {
  const given = requireSettings(config, ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']);
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = given;
  const { S3_BUCKET: bucket, S3_REGION: region, S3_TLS_CA: ca } = config;
  return { endpoint, accessKey, secretKey, bucket, region, ca, log };
}
