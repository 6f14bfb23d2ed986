import { openServicePorts, type ServicePorts } from '@feusa/adapters/open-distributed';
import type { Config } from '@feusa/adapters/config';
import { SESSIONS } from '@feusa/adapters/sessions/port';
import { AccessGuard } from '@feusa/http/access';
import { HEALTH, HealthController, newMetrics, partsOf, type Health } from '@feusa/http/health';
import { createHttpApp } from '@feusa/http/server';
import type { Service } from '@feusa/http/service';
import { APP_GUARD } from '@nestjs/core';
import { Live } from './live/live.js';
import { queryModule } from './query.module.js';
import type { ReadModel } from './read-model/read-model.js';

class QueryService {}

/** The read side on its own: follows the whole log for its own pages, directory and sockets. */
export async function openQueryService(config: Config): Promise<Service> {
  const ports = await openServicePorts(config, 'query');
  const { sessions, log, eventLog } = ports;
  const query = await queryModule(ports, (model) => healthOf(ports, model));
  const app = await createHttpApp(
    {
      module: QueryService,
      imports: [query.module],
      controllers: [HealthController],
      providers: [
        { provide: HEALTH, useValue: query.health },
        { provide: SESSIONS, useValue: sessions },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
    },
    ports.http,
  );
  await app.init();
  const { origin } = ports.http;
  const live = new Live(app.getHttpServer(), { model: query.model, sessions, origin, log });
  await eventLog.follow(query.consumer);
  return {
    app,
    async close() {
      await live.close();
      await app.close();
      await eventLog.close();
      await query.close();
      await ports.close();
    },
  };
}

function healthOf(ports: ServicePorts, model: ReadModel): Health {
  const { pool, states, eventLog, store } = ports;
  const lag = async () => Math.max(0, (await store.head()).position - model.progress.position);
  const readModel = { name: 'read-model', required: false, check: () => undefined, lag };
  const parts = partsOf(pool, { kafka: () => eventLog.state(), ...states });
  return { metrics: newMetrics(), parts: [...parts, readModel] };
}
