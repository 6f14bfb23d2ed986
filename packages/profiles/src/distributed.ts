import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createLog } from '@feusa/platform/telemetry/log';
import { closeInOrder } from '@feusa/platform/closing';
import type { Logger } from 'pino';
import { openAccessLogOf } from './access-log.js';
import { requireSettings, type Config } from './config.js';
import { openPostgresDeadLetters } from '@feusa/event-log/dead-letters/postgres';
import { openAuthenticator } from '@feusa/event-log/kafka/authenticator';
import { openIndexed } from '@feusa/event-log/subscription/indexed';
import { openKafkaLog, PARTITIONS } from '@feusa/event-log/kafka/kafka';
import { topicOf } from '@feusa/event-log/kafka/topic';
import type { SharedLog } from '@feusa/event-log/subscription/port';
import { openProgressRepository } from '@feusa/event-log/subscription/progress-repository';
import { openS3Ledger } from '@feusa/privacy/erasure/s3-ledger';
import { openLogDatabase, portsIn } from './database.js';
import { openMail } from './mail.js';
import { refuseUnfinishedRestore } from './unfinished-restore.js';
import { singleSignOnOf } from './single-sign-on.js';
import { scannerOf } from './scanner.js';
import { trustGateway, type Trust } from '@feusa/platform/networks';
import { openTransparency } from './transparency.js';
import type { Ports, State } from './ports.js';
import { INDEXER_ROLE, QUERY_ROLE, SERVICE_ROLE } from '@feusa/platform/postgres/roles';
import { Candidate, type LeaderOptions } from '@feusa/platform/postgres/leader';
import { storedFormsWith } from '@feusa/event-log/store/encryption';
import { openSigner } from '@feusa/transparency/signer';
import { kafkaConnection, s3Options } from './engine-settings.js';
import { openS3Blobs, type S3Blobs } from '@feusa/files/blobs/s3';
import { openS3Staging } from '@feusa/files/uploads/s3';
import type { KeptSecret } from '@feusa/privacy/subject-keys/kept-secrets';
import type { SubjectKeys } from '@feusa/privacy/subject-keys/port';
import { keepToOneself } from '@feusa/platform/own-files';
import { Pulse } from '@feusa/platform/pulse';
import { openRedis } from '@feusa/platform/redis/connect';
import { openMarkKey } from '@feusa/privacy/mark-key/postgres';
import { openRedisLimits } from '@feusa/identity/limits/redis';
import { rolesNeeding } from '@feusa/contracts/second-factors';
import { openRedisSessions } from '@feusa/identity/sessions/redis';
import { openTokens } from '@feusa/identity/tokens/postgres';
import { trustFault } from '@feusa/platform/trust';
import { webhookSecrets } from '@feusa/event-log/webhooks/signature';
import { openOpenSearch } from '@feusa/search/opensearch';
import { DocumentEngine, documentsAlias } from '@feusa/search/find/engine';
import type { CopySource } from '@feusa/search/find/copied';
import { openPostgresCopies } from '@feusa/search/find/postgres-copies';
import { searchedIn } from '@feusa/search/find/with-engine';
import { findFallbacks } from '@feusa/platform/telemetry/metrics';
import type { RemoteSearchIndex } from '@feusa/search/port';

/** What every service needs to answer requests. */
export interface HttpPorts {
  readonly origin: { readonly publicUrl: string | undefined; readonly reachedAddress: false };
  readonly log: Logger;
  readonly trust: Trust;
  readonly metricsToken: string | undefined;
}

type OfWorkers =
  | 'config'
  | 'log'
  | 'databaseUrl'
  | 'role'
  | 'pool'
  | 'source'
  | 'masterKeys'
  | 'store'
  | 'deadLetters'
  | 'secondFactors'
  | 'tickets';

/** What a service that does not answer people needs. */
export interface WorkerPorts extends Pick<Ports, OfWorkers> {
  readonly eventLog: SharedLog;
  readonly search: RemoteSearchIndex;
  /** The copy of the index of documents that is searched. */
  readonly documentEngine: DocumentEngine;
  readonly subjectKeys: SubjectKeys;
  readonly keptSecret: KeptSecret;
  webhookSecret(id: string): Promise<string>;
  /** The documents that are copied into it. */
  readonly documentCopies: CopySource;
  readonly http: HttpPorts;
  /** Takes part in the election of the one process that leads something, until it is closed. */
  elect(name: string, lead: LeaderOptions['lead']): Candidate;
  readonly states: Readonly<Record<string, State>>;
  close(): Promise<void>;
}

/** The ports of the distributed profile. */
export type ServicePorts = Omit<Ports, 'eventLog' | 'search'> & WorkerPorts;

/** What each service may do in the database. */
const roles = {
  command: SERVICE_ROLE,
  query: QUERY_ROLE,
  'search-indexer': INDEXER_ROLE,
} as const;

type ServiceName = keyof typeof roles;

/** @throws StartFault where a setting is missing */
export async function openWorkerPorts(config: Config, name: ServiceName): Promise<WorkerPorts> {
  refuseUnfinishedRestore(config);
  const given = requireSettings(config, ['DATABASE_URL', 'KAFKA_BROKERS', 'OPENSEARCH_URL']);
  const { DATABASE_URL: url, FEUSA_NAMESPACE: namespace } = given;
  const base = { service: name, instance: config.FEUSA_INSTANCE };
  const log = createLog({ level: config.FEUSA_LOG_LEVEL, base });
  const opened = await openLogDatabase(config, { url, max: 10, name, role: roles[name], log });
  const {
    url: databaseUrl,
    role,
    pool,
    source,
    masterKeys,
    keptSecret,
    subjectKeys,
    store,
    secondFactors,
    tickets,
  } = opened;
  const topic = topicOf(namespace);
  const eventLog = openKafkaLog({
    connection: kafkaConnection(config),
    databaseUrl,
    role,
    pool,
    store,
    forms: storedFormsWith(subjectKeys),
    authenticator: await openAuthenticator(pool, keptSecret, topic),
    log,
    topic,
  });
  const search = openOpenSearch({
    ...{ url: given.OPENSEARCH_URL, ca: config.OPENSEARCH_TLS_CA },
    ...{ alias: namespace, log },
  });
  const documentEngine = DocumentEngine.open({
    ...{ url: given.OPENSEARCH_URL, ca: config.OPENSEARCH_TLS_CA },
    ...{ alias: documentsAlias(namespace), log },
  });
  const origin = { publicUrl: config.FEUSA_PUBLIC_URL, reachedAddress: false } as const;
  return {
    ...{ config, log, databaseUrl, role, pool, source, store, eventLog, search, documentEngine },
    ...{ masterKeys, subjectKeys, keptSecret },
    webhookSecret: webhookSecrets(keptSecret),
    documentCopies: openPostgresCopies(pool),
    secondFactors,
    tickets,
    deadLetters: openPostgresDeadLetters(opened),
    http: {
      origin,
      log,
      trust: trustGateway(config.FEUSA_TRUSTED_PROXIES),
      metricsToken: config.FEUSA_METRICS_TOKEN,
    },
    states: { opensearch: () => search.state() },
    elect: (leads, lead) =>
      new Candidate({ url: databaseUrl, role, log, name: `${leads} ${namespace}`, lead }),
    close: () =>
      closeInOrder([
        ['Kafka', () => eventLog.close()],
        ['OpenSearch', () => search.close()],
        ['documents', () => documentEngine.close()],
        ['connections', () => pool.end()],
      ]),
  };
}

/** @throws StartFault where a setting is missing */
export async function openServicePorts(config: Config, name: ServiceName): Promise<ServicePorts> {
  const { REDIS_URL } = requireSettings(config, [
    'REDIS_URL',
    'S3_ENDPOINT',
    'S3_ACCESS_KEY',
    'S3_SECRET_KEY',
    'FEUSA_PUBLIC_URL',
  ]);
  const ports = await openWorkerPorts(config, name);
  const { pool, source, log, search } = ports;
  const needing = rolesNeeding(config.FEUSA_REQUIRE_SECOND_FACTOR);
  const dataDir = path.resolve(config.FEUSA_DATA_DIR);
  await keepToOneself(dataDir, log);
  const markKey = await openMarkKey(source, log);
  const s3 = s3Options(config, log);
  const [redis, mail, blobs, staging, ledger, signer] = await Promise.all([
    openRedis({ url: REDIS_URL, ca: config.REDIS_TLS_CA }, log),
    openMail(config, log),
    openS3Blobs(s3),
    openS3Staging(s3),
    openS3Ledger(s3),
    openSigner(path.resolve(config.FEUSA_DATA_DIR), config.FEUSA_CHECKPOINT_ORIGIN),
  ]);
  const indexed = openIndexed(openProgressRepository(pool), PARTITIONS, () => search.refresh());
  const transparency = await openTransparency({ ...ports, mail }, signer);
  const accessLog = openAccessLogOf({ ...ports, ...transparency }, signer);
  const beside = portsIn(ports);
  const { documentEngine: engine, documentCopies: copies } = ports;
  const documents = searchedIn(engine, beside.documents, copies, () => findFallbacks.inc());
  const secret = await beside.credentials.keepSecret(
    'limits',
    randomBytes(32).toString('base64url'),
  );
  return {
    ...ports,
    ...{ mail, blobs, staging, ledger, indexed, scanner: scannerOf(config) },
    singleSignOn: singleSignOnOf(config),
    ...{ ...beside, documents },
    ...transparency,
    accessLog,
    sessions: await openRedisSessions({ pool, source, redis, log, needing }),
    tokens: openTokens({ pool, source }, needing),
    limits: openRedisLimits(redis, secret),
    states: {
      ...ports.states,
      redis: () => stateOfRedis(redis.state()),
      s3: stateOfBlobs(blobs),
    },
    close: () =>
      closeInOrder([
        ['access log', () => accessLog.close()],
        ['log guard', () => transparency.logGuard.close()],
        ['mark key', () => markKey.close()],
        ['mail', () => mail.close()],
        ['Redis', () => redis.close()],
        ['blobs', () => blobs.close()],
        ['staging', () => staging.close()],
        ['ledger', () => ledger.close()],
        ['engines', () => ports.close()],
      ]),
  };
}

const stateOfRedis = (state: string) =>
  state === 'ok' ? undefined : (trustFault(state) ?? 'not reachable');

/** While the file store is away it is looked for anyway; an idle one is asked for a blob that nobody has. */
function stateOfBlobs(blobs: S3Blobs): State {
  const pulse = new Pulse(() => blobs.size('0'.repeat(64)).then(() => undefined));
  return () => (blobs.state() === 'ok' ? pulse.state() : 'not reachable');
}
