import type { Ports } from '@feusa/adapters/open-ports';
import { INDEXED } from '@feusa/adapters/event-log/progress';
import { SIGNER } from '@feusa/adapters/event-store/checkpoint';
import { EVENT_STORE } from '@feusa/adapters/event-store/port';
import { SEARCH_INDEX } from '@feusa/adapters/search/port';
import type { DynamicModule } from '@nestjs/common';
import { AuditController } from './audit/audit.controller.js';
import { EmployeesController } from './employees/employees.controller.js';
import { ErrorsController } from './errors/errors.controller.js';
import { filesModule } from './files/files.module.js';
import { readLookup } from './files/read-lookup.js';
import { FoldersController } from './folders/folders.controller.js';
import { ReadDatabase } from './read-model/database.js';
import { ReadModel } from './read-model/read-model.js';
import { SearchController } from './search/search.controller.js';
import { TrashController } from './trash/trash.controller.js';

class QueryModule {}

export interface QueryService {
  readonly module: DynamicModule;
  readonly model: ReadModel;
  close(): Promise<void>;
}

/** The read side: everything that answers a question. */
export async function queryModule(ports: Ports): Promise<QueryService> {
  const { databaseUrl, role } = ports;
  const database = await ReadDatabase.open(databaseUrl, { role });
  const model = new ReadModel(database, ports.store);
  await model.open();
  const module: DynamicModule = {
    module: QueryModule,
    imports: [filesModule(ports, readLookup(database, model.progress))],
    controllers: [
      FoldersController,
      EmployeesController,
      SearchController,
      ErrorsController,
      TrashController,
      AuditController,
    ],
    providers: [
      { provide: ReadModel, useValue: model },
      { provide: EVENT_STORE, useValue: ports.store },
      { provide: SIGNER, useValue: ports.signer },
      { provide: SEARCH_INDEX, useValue: ports.search },
      { provide: INDEXED, useValue: ports.indexed },
    ],
  };
  return { module, model, close: () => database.close() };
}
