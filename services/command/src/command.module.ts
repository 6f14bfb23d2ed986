import { EVENT_STORE } from '@feusa/event-log/store/port';
import type { Ports } from '@feusa/profiles/ports';
import { LOG_GUARD } from '@feusa/transparency/guard/port';
import { EVENT_LOG } from '@feusa/event-log/subscription/port';
import { SESSIONS } from '@feusa/identity/sessions/port';
import { TOKENS } from '@feusa/identity/tokens/port';
import { AccessGuard } from '@feusa/http/access';
import type { DirectRoutes } from '@feusa/http/direct-writes';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { ACCESS_LOG } from '@feusa/transparency/access-log/port';
import { AcknowledgementLetters, WriteAcknowledgementLetters } from './acknowledgements/letters.js';
import { remindHourly } from './acknowledgements/reminders.js';
import { RecordChanges, PublishAppended, writeSide } from './bus/write-side.js';
import {
  COMMAND_SECRETS,
  CommandDoor,
  directCommands,
  type CommandSecrets,
  CommandsController,
} from './command-door.js';
import { tableOf } from './feature.js';
import { Erasing, SweepAfterErasure } from './erasure/erase.js';
import { PreviewErasureHandler } from './erasure/preview-erasure.js';
import { ErasureController } from './erasure/erasure.controller.js';
import { cspReportsModule } from './csp-reports/csp-reports.module.js';
import { filesFeature, linksFeature } from './features/docs.js';
import { employeesFeature } from './features/employees.js';
import { errorsFeature } from './features/errors.js';
import { foldersFeature } from './features/folders.js';
import { groupsFeature } from './features/groups.js';
import { usersFeature } from './features/users.js';
import { webhooksFeature } from './features/webhooks.js';
import { importsModule } from './imports/imports.module.js';
import type { Hourly } from './hourly.js';
import { IDEMPOTENCY_SECRETS, IdempotencySecrets } from './idempotency-secrets.js';
import { EndSessions } from './session/end-sessions.js';
import { REGISTRATION, registration } from './session/registration.js';
import { sessionModule } from './session/session.module.js';
import { PreviewUndoHandler } from './undo/preview-undo.js';
import { Undos } from './undo/undo.js';
import { UndoController } from './undo/undo.controller.js';
import { purgeHourly } from './trash/retention.js';
import { Purging, SweepAfterPurge } from './trash/purging.js';
import { ScannedUploads } from './uploads/scanned-uploads.js';
import { openUploads, uploadsModule } from './uploads/uploads.module.js';

class CommandModule {}

export interface CommandService {
  readonly module: DynamicModule;
  /** What is written ahead of its route, once the service has started. */
  readonly direct: DirectRoutes;
  /** Ends what was interrupted, once the application knows its handlers. */
  start(app: INestApplicationContext): Promise<void>;
  close(): Promise<void>;
}

/** The write side: everything that changes something. */
export async function commandModule(ports: Ports): Promise<CommandService> {
  const { store, eventLog, limits, sessions, credentials, logGuard, config } = ports;
  await logGuard.start();
  const erasing = new Erasing(ports);
  const purging = new Purging(ports);
  const letters = new AcknowledgementLetters(ports);
  const uploads = openUploads(ports);
  const { scanner, blobs, log } = ports;
  const scanned = scanner && new ScannedUploads({ uploads, scanner, blobs, log });
  const idempotency = await IdempotencySecrets.open(credentials, (err) =>
    log.warn({ err }, 'it is not known whether the secret of idempotency is being turned'),
  );
  const secrets: CommandSecrets = {
    idempotency,
    webhook: (id) => ports.webhookSecret(id),
  };
  const registering = registration(ports);
  const features = tableOf([
    foldersFeature,
    filesFeature(scanned ?? uploads),
    linksFeature,
    employeesFeature(scanned ?? uploads, limits, erasing),
    errorsFeature(limits),
    groupsFeature,
    webhooksFeature(config.FEUSA_WEBHOOK_NETWORKS),
    usersFeature(registering.prepare, erasing),
  ]);
  const module: DynamicModule = {
    module: CommandModule,
    imports: [
      sessionModule(ports, idempotency),
      ...[uploadsModule(uploads, store), importsModule(store, logGuard)],
      cspReportsModule(ports),
    ],
    controllers: [CommandsController, UndoController, ErasureController],
    providers: [
      { provide: EVENT_STORE, useValue: store },
      ...writeSide({ store, features, expect: (streams) => eventLog.expect?.(streams) }),
      CommandDoor,
      // What follows an append is begun in this order.
      ...[PublishAppended, EndSessions, SweepAfterErasure, SweepAfterPurge, RecordChanges],
      WriteAcknowledgementLetters,
      { provide: ACCESS_LOG, useValue: ports.accessLog },
      ...[PreviewUndoHandler, PreviewErasureHandler],
      { provide: EVENT_LOG, useValue: eventLog },
      {
        provide: Undos,
        inject: [CommandBus],
        useFactory: (bus: CommandBus) => new Undos({ store, features, bus }),
      },
      { provide: Erasing, useValue: erasing },
      { provide: Purging, useValue: purging },
      { provide: AcknowledgementLetters, useValue: letters },
      { provide: LOG_GUARD, useValue: logGuard },
      { provide: REGISTRATION, useValue: registering },
      { provide: COMMAND_SECRETS, useValue: secrets },
      { provide: IDEMPOTENCY_SECRETS, useValue: idempotency },
      { provide: SESSIONS, useValue: sessions },
      { provide: TOKENS, useValue: ports.tokens },
      { provide: APP_GUARD, useClass: AccessGuard },
    ],
  };
  let door: CommandDoor | undefined;
  let hourly: (Hourly | undefined)[] = [];
  return {
    module,
    direct: { '/api/commands': directCommands(() => door) },
    async start(app) {
      door = app.get(CommandDoor);
      const bus = app.get(CommandBus);
      await erasing.start(bus);
      purging.start();
      hourly = [purgeHourly(ports, bus), remindHourly(ports)];
    },
    async close() {
      await Promise.all(hourly.map((each) => each?.close()));
      await Promise.all([erasing.settled(), purging.settled(), letters.settled()]);
      scanned?.close();
      idempotency.close();
      await uploads.close();
    },
  };
}
