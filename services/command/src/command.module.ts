import { randomBytes } from 'node:crypto';
import type { Ports } from '@feusa/adapters/ports';
import { LOG_GUARD } from '@feusa/adapters/transparency/guard/port';
import { SESSIONS } from '@feusa/adapters/sessions/port';
import { type StoredEvent, idOf } from '@feusa/contracts/events';
import { AccessGuard } from '@feusa/http/access';
import type { DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CommandQueue } from './command-queue.js';
import { CommandsController } from './commands.controller.js';
import { tableOf } from './feature.js';
import { Erasing } from './erasure/erase.js';
import { ErasureController } from './erasure/erasure.controller.js';
import { filesFeature, linksFeature } from './features/docs.js';
import { employeesFeature } from './features/employees.js';
import { errorsFeature } from './features/errors.js';
import { foldersFeature } from './features/folders.js';
import { usersFeature } from './features/users.js';
import { IDEMPOTENCY_SECRET } from './idempotency.js';
import { REGISTRATION, registration } from './session/registration.js';
import { sessionModule } from './session/session.module.js';
import { Undos } from './undo/undo.js';
import { UndoController } from './undo/undo.controller.js';
import { openUploads, uploadsModule } from './uploads/uploads.module.js';

class CommandModule {}

export interface CommandService {
  readonly module: DynamicModule;
  readonly queue: CommandQueue;
  close(): Promise<void>;
}

/** The write side: everything that changes something. */
export async function commandModule(ports: Ports): Promise<CommandService> {
  const { store, eventLog, limits, sessions, credentials, logGuard } = ports;
  await logGuard.start();
  const erasing = new Erasing(ports);
  const uploads = openUploads(ports);
  const newSecret = randomBytes(32).toString('hex');
  const secret = await credentials.keepSecret('idempotency', newSecret);
  const registering = registration(ports);
  const features = tableOf([
    foldersFeature,
    filesFeature(uploads),
    linksFeature,
    employeesFeature(uploads, erasing),
    errorsFeature(limits),
    usersFeature(registering.prepare, erasing),
  ]);
  const queue = new CommandQueue(store, features, (events) => {
    eventLog.announce(events);
    for (const event of events) {
      endSessionsAfter(event, ports);
      erasing.after(event);
    }
  });
  await erasing.start(queue);
  const module: DynamicModule = {
    module: CommandModule,
    imports: [sessionModule(ports), uploadsModule(uploads)],
    controllers: [CommandsController, UndoController, ErasureController],
    providers: [
      { provide: CommandQueue, useValue: queue },
      { provide: Undos, useValue: new Undos({ store, features, queue }) },
      { provide: Erasing, useValue: erasing },
      { provide: LOG_GUARD, useValue: logGuard },
      { provide: REGISTRATION, useValue: registering },
      { provide: IDEMPOTENCY_SECRET, useValue: secret },
      { provide: SESSIONS, useValue: sessions },
      { provide: APP_GUARD, useClass: AccessGuard },
    ],
  };
  return {
    module,
    queue,
    async close() {
      await erasing.settled();
      await uploads.close();
    },
  };
}

/** A changed role or a removed account counts at once, for requests and open sockets alike. */
function endSessionsAfter({ type, stream }: StoredEvent, { sessions, log }: Ports): void {
  if (type === 'UserRoleSet') sessions.userChanged(idOf(stream));
  if (type !== 'UserRemoved' && type !== 'PersonErased') return;
  sessions.endUser(idOf(stream)).catch((err: unknown) => log.error({ err }, 'sessions not ended'));
}
