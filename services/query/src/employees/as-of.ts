import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, type QueryBus, QueryHandler } from '@nestjs/cqrs';
import { ReadModel, type AsOf } from '../read-model/read-model.js';
import { employeeView } from '../read-model/views.js';
import type { SortedEmployee } from './cursor.js';
import { Directory } from './directory.js';
import type { StoredDirectory } from './stored-directory.js';

interface DirectoryAt {
  readonly directory: Directory | StoredDirectory;
  readonly position: number;
}

/** The directory as it was. */
export class DirectoryAsOf extends Query<DirectoryAt> {
  constructor(
    readonly params: AsOf,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(DirectoryAsOf)
export class DirectoryAsOfHandler implements IQueryHandler<DirectoryAsOf> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ params, by }: DirectoryAsOf): Promise<DirectoryAt> {
    const { source, position } = await this.model.sourceFor(params, by);
    const directory = new Directory();
    directory.add(await source.allEmployees());
    directory.sort();
    return { directory, position };
  }
}

interface Reading {
  readonly model: ReadModel;
  readonly queries: QueryBus;
}

interface DirectoryParams extends AsOf {
  readonly limit?: number | undefined;
  readonly cursor?: SortedEmployee | undefined;
}

/** The directory as it is, or as it was where that is asked for. A page need not wait until everybody is in memory. */
export async function directoryFor(
  params: DirectoryParams,
  by: SessionUser,
  { model, queries }: Reading,
): Promise<DirectoryAt> {
  if (params.at !== undefined) return queries.execute(new DirectoryAsOf(params, by));
  if (!(params.limit ?? params.cursor)) await model.meetPeople();
  const { position } = await model.sourceFor(params, by);
  return { directory: model.directory.source, position };
}

/** Somebody of the directory as they were, in JSON. */
export class EmployeeAsOf extends Query<string> {
  constructor(
    readonly id: string,
    readonly params: AsOf,
    readonly by: SessionUser,
  ) {
    super();
  }
}

@QueryHandler(EmployeeAsOf)
export class EmployeeAsOfHandler implements IQueryHandler<EmployeeAsOf> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ id, params, by }: EmployeeAsOf): Promise<string> {
    const { past } = await this.model.sourceFor(params, by);
    const row = await past?.employee(id);
    return JSON.stringify(employeeView(row ?? refuse('employee/not-found')));
  }
}
