import type { Config } from '@feusa/profiles/config';
import type { ServiceName } from './product.js';

/** Who is given a setting. `image`: it is set there; `owner`: whoever migrates, and tools. */
type Carrier = ServiceName | 'image' | 'owner';

const IMAGE = ['image'] as const;
const OWNER = ['owner'] as const;
const GATEWAY = ['gateway'] as const;
const ANSWERING = ['command', 'query', 'owner'] as const;
const WORKERS = [...ANSWERING, 'search-indexer'] as const;
const PEOPLE = [...ANSWERING, 'gateway'] as const;
const ALL = [...WORKERS, 'gateway'] as const;

/**
 * Every setting of the code, and who is to be given it: by Compose and by the manifests. A test holds both, the
 * image, .env.example and the README to this.
 */
export const carriers: Readonly<Record<keyof Config, readonly Carrier[]>> = {
  PORT: IMAGE,
  HOST: IMAGE,
  FEUSA_DATA_DIR: IMAGE,
  FEUSA_PROFILE: IMAGE,
  FEUSA_LOG_LEVEL: ALL,
  FEUSA_INSTANCE: ALL,
  FEUSA_METRICS_TOKEN: ALL,
  OTEL_EXPORTER_OTLP_ENDPOINT: ALL,
  OTEL_TRACES_SAMPLER_ARG: ALL,
  DATABASE_URL: WORKERS,
  DATABASE_OWNER_URL: OWNER,
  KAFKA_BROKERS: WORKERS,
  KAFKA_TLS: WORKERS,
  KAFKA_TLS_CA: WORKERS,
  KAFKA_TLS_CERT: WORKERS,
  KAFKA_TLS_KEY: WORKERS,
  KAFKA_SASL: WORKERS,
  KAFKA_USER: WORKERS,
  KAFKA_PASSWORD: WORKERS,
  OPENSEARCH_URL: WORKERS,
  OPENSEARCH_TLS_CA: WORKERS,
  FEUSA_NAMESPACE: WORKERS,
  FEUSA_MASTER_KEY: WORKERS,
  FEUSA_MASTER_KEY_FILE: WORKERS,
  FEUSA_MASTER_KEY_COMMAND: WORKERS,
  FEUSA_NEXT_MASTER_KEY: OWNER,
  REDIS_URL: ANSWERING,
  REDIS_TLS_CA: ANSWERING,
  S3_ENDPOINT: ANSWERING,
  S3_TLS_CA: ANSWERING,
  S3_ACCESS_KEY: ANSWERING,
  S3_SECRET_KEY: ANSWERING,
  S3_BUCKET: ANSWERING,
  S3_REGION: ANSWERING,
  SMTP_URL: ANSWERING,
  FEUSA_TEAM_PASSWORD: ANSWERING,
  FEUSA_TOKEN: OWNER,
  FEUSA_ADMIN_EMAIL: ANSWERING,
  FEUSA_ADMIN_PASSWORD: ANSWERING,
  FEUSA_PASSWORD_MIN: ANSWERING,
  FEUSA_REQUIRE_SECOND_FACTOR: ANSWERING,
  FEUSA_BACKUP_RECIPIENTS: ANSWERING,
  FEUSA_MAX_UPLOAD_MB: ANSWERING,
  FEUSA_UPLOAD_QUOTA_MB: ANSWERING,
  FEUSA_TRASH_DAYS: ANSWERING,
  FEUSA_CLAMD: ANSWERING,
  FEUSA_CHECKPOINT_ORIGIN: ANSWERING,
  FEUSA_CHECKPOINT_SECONDS: ANSWERING,
  FEUSA_CHECKPOINT_DIR: ANSWERING,
  FEUSA_CHECKPOINT_MAIL: ANSWERING,
  FEUSA_WITNESSES: ANSWERING,
  FEUSA_WITNESS_LOGS: ANSWERING,
  FEUSA_COMPARE_EVENTS: ANSWERING,
  FEUSA_COMPARE_KB: ANSWERING,
  FEUSA_WEBHOOK_NETWORKS: ANSWERING,
  FEUSA_ACCESS_LOG_DAYS: ANSWERING,
  FEUSA_PUBLIC_URL: PEOPLE,
  FEUSA_COMMAND_URLS: GATEWAY,
  FEUSA_QUERY_URLS: GATEWAY,
  FEUSA_TRUSTED_PROXIES: GATEWAY,
};

/** The settings that somebody is to be given, in order. */
export const carriedTo = (who: Carrier): string[] =>
  Object.entries(carriers)
    .flatMap(([name, all]) => (all.includes(who) ? [name] : []))
    .sort();
