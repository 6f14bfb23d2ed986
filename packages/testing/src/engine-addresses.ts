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

/** Where an engine for tests is: Kafka's `host:port`, the URL of the others. @throws where there is none */
export const engineUrl = (name: EngineName): string => {
  const address = process.env[addresses[name]];
  if (!address)
    throw new Error(`${addresses[name]} is not set: run this in the test project "engines".`);
  return address;
};
