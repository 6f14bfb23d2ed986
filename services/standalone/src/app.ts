import { openPorts, type Ports } from '@feusa/adapters/open-ports';
import type { Config } from '@feusa/adapters/config';
import { commandModule } from '@feusa/command/command.module';
import { createHttpApp } from '@feusa/http/server';
import { Live } from '@feusa/query/live/live';
import { queryModule } from '@feusa/query/query.module';
import { Indexer } from '@feusa/search-indexer/indexer';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { serveWeb } from './web.js';

export interface Standalone {
  readonly app: NestFastifyApplication;
  readonly ports: Ports;
  /** Stops taking requests, ends what is under way and closes every connection. */
  close(): Promise<void>;
}

/** The three services in one process, on one database. */
export async function createStandalone(config: Config, databaseUrl: string): Promise<Standalone> {
  const ports = await openPorts(config, databaseUrl);
  const query = await queryModule(ports);
  const command = await commandModule(ports);
  const origin = { publicUrl: config.FEUSA_PUBLIC_URL, reachedAddress: true };
  const root = { module: Root, imports: [command, query.module] };
  const app = await createHttpApp(root, { origin, log: ports.log });
  await serveWeb(app);
  await app.init();
  const { sessions, log, search, store, indexed, eventLog } = ports;
  const live = new Live(app.getHttpServer(), { model: query.model, sessions, origin, log });
  await eventLog.follow(query.model.projector);
  await eventLog.follow(new Indexer(search, store, indexed));
  return {
    app,
    ports,
    async close() {
      await live.close();
      await app.close();
      await ports.eventLog.close();
      await query.close();
      await ports.close();
    },
  };
}

class Root {}
