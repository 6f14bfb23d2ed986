import type { EngineName } from '@feusa/engines';

/** Before the product's names of the variables that lead to engines for tests. */
export const ENGINE_PREFIX = 'FEUSA_TEST_';

/** The variable that says where an engine is. */
export const addresses: Record<EngineName, string> = {
  kafka: `${ENGINE_PREFIX}KAFKA_BROKERS`,
  opensearch: `${ENGINE_PREFIX}OPENSEARCH_URL`,
  redis: `${ENGINE_PREFIX}REDIS_URL`,
  s3: `${ENGINE_PREFIX}S3_ENDPOINT`,
};
