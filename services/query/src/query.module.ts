import { AUDIT_TRAIL } from '@feusa/event-log/audit-trail/port';
import { withDeadLetters } from '@feusa/event-log/dead-letters/with-dead-letters';
import { DEAD_LETTERS } from '@feusa/event-log/dead-letters/port';
import type { Ports } from '@feusa/profiles/ports';
import { openTogether } from '@feusa/platform/closing';
import { INDEXED } from '@feusa/event-log/subscription/progress';
import { ERASURES } from '@feusa/privacy/erasure/port';
import { BLOBS } from '@feusa/files/blobs/port';
import { EVENT_STORE } from '@feusa/event-log/store/port';
import { SEARCH_INDEX } from '@feusa/search/port';
import { TRANSPARENT_LOG } from '@feusa/transparency/port';
import { measureBackups } from '@feusa/http/backups';
import { measureDeadLetters } from '@feusa/http/dead-letters';
import { FairShare } from '@feusa/http/fair-share';
import { measureDrift } from '@feusa/http/drift';
import { HEALTH, type Health } from '@feusa/http/health';
import type { ReadyAnswers } from '@feusa/http/ready-answers';
import type { DynamicModule } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ACCESS_LOG } from '@feusa/transparency/access-log/port';
import { FIND_TOPIC } from '@feusa/contracts/live';
import { PERSONAL_ITEMS } from '@feusa/identity/personal/port';
import { openWebhookStates, WEBHOOK_STATES } from '@feusa/event-log/webhooks/states';
import { FolderAccessController, PersonAccessController } from './access/access.controller.js';
import { AccountsController } from './accounts/list-accounts.js';
import { AccessLogController } from './access-log/access-log.controller.js';
import { ArchiveController } from './archive/archive.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { BundleController } from './audit/bundle/bundle.controller.js';
import { EventController } from './audit/find-event.js';
import { ProofsController } from './audit/proofs.controller.js';
import { Selections } from './audit/selections.js';
import { ErasuresController } from './erasure/find-certificate.js';
import { ThumbnailSweep } from './erasure/thumbnail-sweep.js';
import { EmployeesController } from './employees/employees.controller.js';
import { ExportController } from './employees/export.controller.js';
import { ProfilesController } from './employees/profiles.controller.js';
import { OrgChartController } from './employees/org-chart.controller.js';
import { ErrorsController } from './errors/list-errors.js';
import { ConsistencyCheckController } from './consistency/consistency-check.controller.js';
import { ReportRepository } from './consistency/report-repository.js';
import { ConsistencyWatch } from './consistency/watch.js';
import { filesModule, previewsIn, thumbnailsIn } from './files/files.module.js';
import { readLookup } from './files/read-lookup.js';
import { VersionsController } from './files/list-versions.js';
import type { Live } from './live/live.js';
import { FindController } from './find/find.controller.js';
import { FindProjection } from './find/find-projection.js';
import { openFind } from './find/open-find.js';
import type { TextReader } from './find/text-reader.js';
import { FoldersController } from './folders/folders.controller.js';
import { GroupsController } from './groups/list-groups.js';
import { AcknowledgementsController } from './acknowledgements/acknowledgements.controller.js';
import { HomeController } from './home/home.controller.js';
import { WebhooksController } from './webhooks/list-webhooks.js';
import { WebhookDispatcher } from './webhooks/dispatcher.js';
import { OperationsController } from './operations/operations.controller.js';
import { queryHandlers } from './query-handlers.js';
import { ReadDatabase } from './read-model/database.js';
import { readyAnswers } from './ready-answers.js';
import { ReadModel } from './read-model/read-model.js';
import { SearchController } from './search/search-employees.js';
import { TrashController } from './trash/trash.controller.js';

class QueryModule {}

export interface QueryService {
  readonly module: DynamicModule;
  readonly model: ReadModel;
  readonly health: Health;
  /** What is answered out of memory. */
  readonly ready: ReadyAnswers;
  /** Compares all that is made from the log with it; for one of all processes. */
  readonly watch: ConsistencyWatch;
  /** Reads what files are to be found by; for one of all processes. */
  readonly texts: TextReader;
  /** Tells addresses outside of events; for one of all processes. */
  readonly webhooks: WebhookDispatcher;
  /** Begins to follow the log, which is told to witnesses too from then on; and tells the screens. */
  follow(live: Live): Promise<void>;
  /** Has all people in memory, if nobody has asked for that yet; to be called once requests are answered. */
  meetPeople(): Promise<void>;
  close(): Promise<void>;
}

/** The read side: everything that answers a question. `healthOf` names the parts that administrators see. */
export async function queryModule(
  ports: Ports,
  healthOf: (model: ReadModel) => Health,
): Promise<QueryService> {
  const { databaseUrl, role } = ports;
  return openTogether(async (parts) => {
    const database = await ReadDatabase.open(databaseUrl, { role });
    parts.add('read model', () => database.close());
    return serviceOn(database, ports, healthOf);
  });
}

async function serviceOn(
  database: ReadDatabase,
  ports: Ports,
  healthOf: (model: ReadModel) => Health,
): Promise<QueryService> {
  const { config, store, deadLetters, log } = ports;
  const model = new ReadModel(database, store);
  const reports = new ReportRepository(database);
  // In schemas of their own, so none waits for another.
  const [find] = await Promise.all([
    openFind(ports, model),
    model.open(),
    ports.auditTrail.prepare(),
    reports.prepare(),
  ]);
  const health = healthOf(model);
  const onRedrive = measureDeadLetters(health.metrics, deadLetters);
  const guarded = { deadLetters, store, log, onRedrive };
  const consumer = withDeadLetters(model.projector, guarded);
  const past = withDeadLetters(model.historyProjection, guarded);
  measureDrift(health.metrics, () => reports.last());
  measureBackups(health.metrics, () => ports.lastBackup());
  const watch = new ConsistencyWatch({ ...ports, database }, reports, {
    rates: { events: config.FEUSA_COMPARE_EVENTS, bytes: config.FEUSA_COMPARE_KB * 1024 },
    log,
  });
  const made = [thumbnailsIn(config), previewsIn(config)];
  const thumbnails = new ThumbnailSweep(made, ports.blobReferences, store);
  const states = openWebhookStates(ports.pool);
  const webhooks = new WebhookDispatcher(ports, states, model);
  const module: DynamicModule = {
    module: QueryModule,
    imports: [filesModule(ports, readLookup(model))],
    controllers: [
      FoldersController,
      VersionsController,
      ArchiveController,
      ExportController,
      EmployeesController,
      OrgChartController,
      ProfilesController,
      SearchController,
      FindController,
      HomeController,
      AcknowledgementsController,
      ErrorsController,
      TrashController,
      AccessLogController,
      AuditController,
      EventController,
      ProofsController,
      ConsistencyCheckController,
      BundleController,
      ErasuresController,
      OperationsController,
      GroupsController,
      AccountsController,
      FolderAccessController,
      PersonAccessController,
      WebhooksController,
    ],
    providers: [
      { provide: APP_INTERCEPTOR, useClass: FairShare },
      { provide: ReadModel, useValue: model },
      { provide: ConsistencyWatch, useValue: watch },
      { provide: ReportRepository, useValue: reports },
      { provide: BLOBS, useValue: ports.blobs },
      { provide: EVENT_STORE, useValue: store },
      { provide: ERASURES, useValue: ports.erasures },
      { provide: DEAD_LETTERS, useValue: deadLetters },
      { provide: HEALTH, useValue: health },
      { provide: TRANSPARENT_LOG, useValue: ports.transparentLog },
      { provide: WEBHOOK_STATES, useValue: states },
      { provide: ACCESS_LOG, useValue: ports.accessLog },
      { provide: AUDIT_TRAIL, useValue: ports.auditTrail },
      Selections,
      ...queryHandlers,
      { provide: SEARCH_INDEX, useValue: ports.search },
      { provide: INDEXED, useValue: ports.indexed },
      { provide: PERSONAL_ITEMS, useValue: ports.personal },
      { provide: FindProjection, useValue: find.projection },
    ],
  };
  return {
    module,
    model,
    health,
    ready: readyAnswers({ model, search: ports.search, indexed: ports.indexed }),
    watch,
    texts: find.texts,
    webhooks,
    async follow(live) {
      const { eventLog, transparentLog, publishing, auditTrail } = ports;
      const records = [transparentLog.maintainer, auditTrail.recorder];
      const consumers = [consumer, past, thumbnails, ...records];
      await Promise.all(consumers.map((each) => eventLog.subscribe(each)));
      publishing.start();
      // Filled while the first requests are answered; searches wait for it.
      void eventLog.subscribe(find.projection);
      find.faults.start();
      find.changes.follow({
        isWatched: () => live.isWatched(FIND_TOPIC),
        changed: () => live.resync(FIND_TOPIC),
      });
    },
    meetPeople: () =>
      model.meetPeople().catch((err: unknown) => {
        log.warn({ err }, 'people are read when somebody needs them');
      }),
    async close() {
      find.changes.close();
      find.faults.close();
      await Promise.all([consumer.close(), past.close()]);
      await database.close();
    },
  };
}
