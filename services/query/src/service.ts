import { openServicePorts, type ServicePorts } from '@feusa/profiles/distributed';
import type { Config } from '@feusa/profiles/config';
import { closeInOrder } from '@feusa/platform/closing';
import { SESSIONS } from '@feusa/identity/sessions/port';
import { TOKENS } from '@feusa/identity/tokens/port';
import { AccessGuard } from '@feusa/http/access';
import { busModule } from '@feusa/http/cqrs';
import { HEALTH, HealthController, type Health } from '@feusa/http/health';
import { logHealth, readSideParts } from '@feusa/http/log-health';
import { measureDeliveries } from '@feusa/http/measure';
import { createHttpApp } from '@feusa/http/server';
import type { Service } from '@feusa/http/service';
import { APP_GUARD } from '@nestjs/core';
import { Live } from './live/live.js';
import { queryModule } from './query.module.js';
import { serveWitness } from './witness.js';

class QueryService {}

/** The read side on its own: follows the whole log for its own pages, directory and sockets. */
export async function openQueryService(config: Config): Promise<Service> {
  const ports = await openServicePorts(config, 'query');
  const { sessions, log, eventLog, auditTrail } = ports;
  await ports.logGuard.start();
  const query = await queryModule(ports, () => healthOf(ports));
  const app = await createHttpApp(
    {
      module: QueryService,
      imports: [busModule(log), query.module],
      controllers: [HealthController],
      providers: [
        { provide: HEALTH, useValue: query.health },
        { provide: SESSIONS, useValue: sessions },
        { provide: TOKENS, useValue: ports.tokens },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
    },
    { ...ports.http, accessLog: ports.accessLog, ready: query.ready, sessions },
  );
  await serveWitness(app, ports.witness);
  await app.init();
  ports.accessLog.start();
  const { origin, trust } = ports.http;
  const http = app.getHttpServer();
  const live = new Live(http, {
    ...{ model: query.model, trail: auditTrail, sessions, origin, trust, log },
  });
  await query.follow(live);
  http.once('listening', () => void query.meetPeople());
  const watching = ports.elect('fingerprint', (_, lost) => query.watch.run(lost));
  const telling = ports.elect('webhooks', (_, lost) => query.webhooks.run(lost));
  const reading = ports.elect('texts', (_, lost) => query.texts.run(lost));
  return {
    app,
    close: () =>
      closeInOrder([
        ['fingerprint', () => watching.close()],
        ['texts', () => reading.close()],
        ['webhooks', () => telling.close()],
        ['live connections', () => live.close()],
        ['requests', () => app.close()],
        ['publishing', () => ports.publishing.close()],
        ['event log', () => eventLog.close()],
        ['query side', () => query.close()],
        ['ports', () => ports.close()],
      ]),
  };
}

function healthOf(ports: ServicePorts): Health {
  const states = { kafka: () => ports.eventLog.state(), ...ports.states };
  const health = logHealth(ports, { states, parts: readSideParts(ports) });
  measureDeliveries(health.metrics, ports.publishing);
  return health;
}
