import type { EngineName } from './engine.js';

/** The first one says where the server is; without it the others mean nothing. */
const variables: Record<EngineName, readonly [string, ...string[]]> = {
  kafka: ['KAFKA_BROKERS'],
  opensearch: ['OPENSEARCH_URL'],
  redis: ['REDIS_URL'],
  s3: ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'],
};

/** The product's variables of an engine whose server the environment names, or none. */
export const explicit = (name: EngineName, prefix: string): Record<string, string> | undefined => {
  const names = variables[name];
  if (!process.env[prefix + names[0]]) return undefined;
  return Object.fromEntries(names.map((each) => [each, process.env[prefix + each] ?? '']));
};
