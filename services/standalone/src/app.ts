import { withDeadLetters } from '@feusa/event-log/dead-letters/with-dead-letters';
import { openPorts, type StandalonePorts } from '@feusa/profiles/standalone';
import { openTogether, type Opened } from '@feusa/platform/closing';
import { trustGiven } from '@feusa/platform/networks';
import type { Config } from '@feusa/profiles/config';
import { commandModule } from '@feusa/command/command.module';
import { uploadStates } from '@feusa/command/uploads/uploads.module';
import { busModule } from '@feusa/http/cqrs';
import { measureDeadLetters } from '@feusa/http/dead-letters';
import { HEALTH, HealthController, type Health } from '@feusa/http/health';
import { consumerPart } from '@feusa/http/lag';
import { logHealth, readSideParts, scannerStates } from '@feusa/http/log-health';
import { measureDeliveries, measureScanner } from '@feusa/http/measure';
import { createHttpApp } from '@feusa/http/server';
import { Live } from '@feusa/query/live/live';
import { queryModule } from '@feusa/query/query.module';
import { serveWitness } from '@feusa/query/witness';
import { Indexer } from '@feusa/search-indexer/indexer';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiDocsController } from '@feusa/gateway/api-docs';
import { serveWeb } from '@feusa/gateway/web';

export interface Standalone {
  readonly app: NestFastifyApplication;
  readonly ports: StandalonePorts;
  /** Stops taking requests, ends what is under way and closes every connection. */
  close(): Promise<void>;
}

/** The three services in one process, on one database. */
export function createStandalone(config: Config, databaseUrl: string): Promise<Standalone> {
  return openTogether((parts) => openEach(config, databaseUrl, parts));
}

async function openEach(config: Config, databaseUrl: string, parts: Opened): Promise<Standalone> {
  const ports = await openPorts(config, databaseUrl);
  parts.add('ports', () => ports.close());
  const [query, command] = await openSides(ports, parts);
  const { sessions, log, search, store, indexed, eventLog, deadLetters } = ports;
  const onRedrive = measureDeadLetters(query.health.metrics, deadLetters);
  const options = { deadLetters, store, log, onRedrive };
  const indexer = withDeadLetters(new Indexer(search, store, indexed), options);
  parts.add('indexer', () => indexer.close());
  parts.add('event log', () => eventLog.close());
  parts.add('publishing', () => ports.publishing.close());
  const origin = { publicUrl: config.FEUSA_PUBLIC_URL, reachedAddress: true };
  const trust = trustGiven(config.FEUSA_TRUSTED_PROXIES);
  const root = {
    module: Root,
    imports: [busModule(ports.log), command.module, query.module],
    controllers: [ApiDocsController, HealthController],
    providers: [{ provide: HEALTH, useValue: query.health }],
  };
  const app = await createHttpApp(root, {
    ...{
      origin,
      trust,
      log: ports.log,
      accessLog: ports.accessLog,
      metricsToken: config.FEUSA_METRICS_TOKEN,
      ready: query.ready,
      direct: command.direct,
      sessions: ports.sessions,
    },
  });
  parts.add('requests', () => app.close());
  await serveWeb(app);
  await serveWitness(app, ports.witness);
  await app.init();
  await command.start(app);
  ports.accessLog.start();
  const http = app.getHttpServer();
  const live = new Live(http, {
    ...{ model: query.model, trail: ports.auditTrail, sessions, origin, trust, log },
  });
  parts.add('live connections', () => live.close());
  await query.follow(live);
  // While the first requests are answered; lists of everybody and searches wait for it.
  http.once('listening', () => {
    void query.meetPeople().then(() => eventLog.subscribe(indexer));
  });
  const stopped = new AbortController();
  const working = [
    query.watch.run(stopped.signal),
    query.texts.run(stopped.signal),
    query.webhooks.run(stopped.signal),
  ];
  parts.add('background work', () => {
    stopped.abort();
    return Promise.all(working);
  });
  return { app, ports, close: () => parts.close() };
}

/** Neither waits for what the other asks of the database. */
async function openSides(ports: StandalonePorts, parts: Opened) {
  const sides = [queryModule(ports, () => healthOf(ports)), commandModule(ports)] as const;
  const [query, command] = await Promise.allSettled(sides);
  if (query.status === 'fulfilled') parts.add('query side', () => query.value.close());
  if (command.status === 'fulfilled') parts.add('command side', () => command.value.close());
  return Promise.all(sides);
}

class Root {}

function healthOf(ports: StandalonePorts): Health {
  const index = consumerPart('search-index', 'search-indexer', ports);
  const health = logHealth(ports, {
    states: { ...scannerStates(ports.scanner), ...uploadStates(ports) },
    parts: [...readSideParts(ports), index],
  });
  measureDeliveries(health.metrics, ports.publishing);
  measureScanner(health.metrics, ports.scanner);
  return health;
}
