import { park } from '@feusa/adapters/dead-letters/parking';
import type { Progress } from '@feusa/adapters/event-log/progress';
import { openPorts, type StandalonePorts } from '@feusa/adapters/open-ports';
import type { Config } from '@feusa/adapters/config';
import { commandModule } from '@feusa/command/command.module';
import { measureDeadLetters } from '@feusa/http/dead-letters';
import { HEALTH, HealthController, newMetrics, type Health, type Part } from '@feusa/http/health';
import { createHttpApp } from '@feusa/http/server';
import type { CommandQueue } from '@feusa/command/command-queue';
import { Live } from '@feusa/query/live/live';
import type { ReadModel } from '@feusa/query/read-model/read-model';
import { queryModule } from '@feusa/query/query.module';
import { Indexer } from '@feusa/search-indexer/indexer';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiDocsController } from '@feusa/gateway/api-docs';
import { measure } from './measure.js';
import { serveWeb } from '@feusa/gateway/web';

const MAX_LAG = 1000;

export interface Standalone {
  readonly app: NestFastifyApplication;
  readonly ports: StandalonePorts;
  readonly queue: CommandQueue;
  /** Stops taking requests, ends what is under way and closes every connection. */
  close(): Promise<void>;
}

/** The three services in one process, on one database. */
export async function createStandalone(config: Config, databaseUrl: string): Promise<Standalone> {
  const ports = await openPorts(config, databaseUrl);
  const query = await queryModule(ports, (model) => healthOf(ports, model));
  const command = await commandModule(ports);
  const origin = { publicUrl: config.FEUSA_PUBLIC_URL, reachedAddress: true };
  const root = {
    module: Root,
    imports: [command.module, query.module],
    controllers: [ApiDocsController, HealthController],
    providers: [{ provide: HEALTH, useValue: query.health }],
  };
  const app = await createHttpApp(root, { origin, log: ports.log });
  await serveWeb(app);
  await app.init();
  const { sessions, log, search, store, indexed, eventLog, deadLetters } = ports;
  const http = app.getHttpServer();
  const live = new Live(http, { model: query.model, sessions, origin, log });
  await eventLog.follow(query.consumer);
  const onRedrive = measureDeadLetters(query.health.metrics, deadLetters);
  const parking = { deadLetters, store, log, onRedrive };
  const indexer = park(new Indexer(search, store, indexed), parking);
  // Filled while the first requests are answered; searches wait for it.
  http.once('listening', () => void eventLog.follow(indexer));
  return {
    app,
    ports,
    queue: command.queue,
    async close() {
      await live.close();
      await app.close();
      await ports.eventLog.close();
      await indexer.close();
      await command.close();
      await query.close();
      await ports.close();
    },
  };
}

class Root {}

function healthOf(ports: StandalonePorts, model: ReadModel): Health {
  const { pool, store, indexed } = ports;
  const following = (name: string, progress: Progress): Part => {
    const lag = async () => Math.max(0, (await store.head()).position - progress.position);
    return { name, required: false, lag, check: async () => behind(await lag()) };
  };
  return {
    metrics: measure(newMetrics(), ports, model),
    parts: [
      {
        name: 'postgres',
        required: true,
        check: () => pool.query('select 1').then(() => undefined),
      },
      following('read-model', model.progress),
      following('search-index', indexed),
    ],
  };
}

const behind = (lag: number) => (lag > MAX_LAG ? `${lag} events behind` : undefined);
