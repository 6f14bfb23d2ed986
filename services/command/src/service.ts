import { openServicePorts, type ServicePorts } from '@feusa/profiles/distributed';
import type { Config } from '@feusa/profiles/config';
import { closeInOrder } from '@feusa/platform/closing';
import type { Relaying } from '@feusa/event-log/subscription/port';
import { busModule } from '@feusa/http/cqrs';
import { HEALTH, HealthController, type Health } from '@feusa/http/health';
import { relayPart } from '@feusa/http/lag';
import { logHealth, scannerStates } from '@feusa/http/log-health';
import { measureRelay, measureScanner } from '@feusa/http/measure';
import { createHttpApp } from '@feusa/http/server';
import type { Service } from '@feusa/http/service';
import { CommandBus } from '@nestjs/cqrs';
import { commandModule } from './command.module.js';
import { firstRun } from './setup/first-run.js';
import { uploadStates } from './uploads/uploads.module.js';

class CommandService {}

/** The write side on its own; one of its copies relays the log. */
export async function openCommandService(config: Config): Promise<Service> {
  const ports = await openServicePorts(config, 'command');
  const command = await commandModule(ports);
  const relay = ports.eventLog.relay();
  const app = await createHttpApp(
    {
      module: CommandService,
      imports: [busModule(ports.log), command.module],
      controllers: [HealthController],
      providers: [{ provide: HEALTH, useValue: healthOf(ports, relay) }],
    },
    {
      ...ports.http,
      accessLog: ports.accessLog,
      direct: command.direct,
      sessions: ports.sessions,
    },
  );
  await app.init();
  ports.accessLog.start();
  await command.start(app);
  const made = await firstRun(ports, app.get(CommandBus));
  for (const [what, value] of Object.entries(made ?? {})) console.log(`${what}: ${value}`);
  return {
    app,
    close: () =>
      closeInOrder([
        ['requests', () => app.close()],
        ['relay', () => relay.close()],
        ['command side', () => command.close()],
        ['ports', () => ports.close()],
      ]),
  };
}

function healthOf(ports: ServicePorts, relay: Relaying): Health {
  const states = {
    kafka: () => ports.eventLog.state(),
    ...ports.states,
    ...scannerStates(ports.scanner),
    ...uploadStates(ports),
  };
  const health = logHealth(ports, { states, parts: [relayPart(relay, ports.store)] });
  measureRelay(health.metrics, relay);
  measureScanner(health.metrics, ports.scanner);
  return health;
}
