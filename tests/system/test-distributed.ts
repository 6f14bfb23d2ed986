import { randomBytes } from 'node:crypto';
import { readConfig } from '@feusa/profiles/config';
import { openCommandService } from '@feusa/command/service';
import { freePort } from '@feusa/engines/ports';
import { createGateway } from '@feusa/gateway/app';
import type { Service } from '@feusa/http/service';
import { openQueryService } from '@feusa/query/service';
import { openIndexerService } from '@feusa/search-indexer/service';
import type { INestApplication } from '@nestjs/common';

/** The product as a test has it, whatever it consists of. */
export interface OpenedProduct {
  readonly address: string;
  /** Of everybody who answers queries. */
  readonly replicas: readonly string[];
  /** Of everybody who takes commands. */
  readonly commands: readonly string[];
  readonly apps: readonly INestApplication[];
  close(): Promise<void>;
}

/** What leads to the engines of the test run. */
export const engines = (): NodeJS.ProcessEnv => ({
  KAFKA_BROKERS: process.env['FEUSA_TEST_KAFKA_BROKERS'],
  OPENSEARCH_URL: process.env['FEUSA_TEST_OPENSEARCH_URL'],
  REDIS_URL: process.env['FEUSA_TEST_REDIS_URL'],
  S3_ENDPOINT: process.env['FEUSA_TEST_S3_ENDPOINT'],
  S3_ACCESS_KEY: process.env['FEUSA_TEST_S3_ACCESS_KEY'],
  S3_SECRET_KEY: process.env['FEUSA_TEST_S3_SECRET_KEY'],
});

/** The engines at an address where nobody answers. */
export const enginesAt = (address: string): NodeJS.ProcessEnv => ({
  KAFKA_BROKERS: address,
  OPENSEARCH_URL: `http://${address}`,
  REDIS_URL: `redis://${address}`,
  S3_ENDPOINT: `http://${address}`,
  S3_ACCESS_KEY: 'nobody',
  S3_SECRET_KEY: 'not-there',
});

/** A name that no other test uses for its topic, index and bucket. */
export const newNamespace = (): string => `test-${randomBytes(6).toString('hex')}`;

/**
 * The services of the distributed profile on real engines, behind their gateway, all in this process: one
 * of each, and a second query service. `port`: of the gateway, 0 for any; `commands`: how many command services.
 */
export async function openDistributed(
  settings: NodeJS.ProcessEnv,
  port = 0,
  commands = 1,
): Promise<OpenedProduct> {
  const services: Service[] = [];
  const given = { ...engines(), FEUSA_PROFILE: 'distributed', ...settings };
  const add = async (service: Service, at = 0) => {
    services.push(service);
    await service.app.listen(at, '127.0.0.1');
    return `http://127.0.0.1:${portOf(service)}`;
  };
  const close = async () => {
    for (const service of services.toReversed()) await service.close();
  };
  const gatewayPort = port || (await freePort());
  const address = `http://127.0.0.1:${gatewayPort}`;
  const config = readConfig({ FEUSA_PUBLIC_URL: address, ...given });
  const commanding: string[] = [];
  const queries: string[] = [];
  try {
    while (commanding.length < commands)
      commanding.push(await add(await openCommandService(config)));
    while (queries.length < 2) queries.push(await add(await openQueryService(config)));
    await add(await openIndexerService(config));
    const urls = { FEUSA_COMMAND_URLS: commanding.join(), FEUSA_QUERY_URLS: queries.join() };
    await add(await createGateway(readConfig({ ...given, ...urls })), gatewayPort);
  } catch (fault) {
    await close();
    throw fault;
  }
  return {
    address,
    replicas: queries,
    commands: commanding,
    apps: services.map(({ app }) => app),
    close,
  };
}

const portOf = ({ app }: Service) => (app.getHttpServer().address() as { port: number }).port;
