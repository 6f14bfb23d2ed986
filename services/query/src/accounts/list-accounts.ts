import type { AccountList } from '@feusa/contracts/users';
import { Access } from '@feusa/http/access';
import { Controller, Get, Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { ReadModel } from '../read-model/read-model.js';

/** Everybody who has an account, as the directory has them. */
export class ListAccounts extends Query<AccountList> {}

@QueryHandler(ListAccounts)
export class ListAccountsHandler implements IQueryHandler<ListAccounts> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute(): Promise<AccountList> {
    return { accounts: await this.model.actors.all() };
  }
}

/** What accounts are called on screens: who may sign in, and how, is the command service's to say. */
@Controller('api/accounts')
@Access('auditor')
export class AccountsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  list(): Promise<AccountList> {
    return this.queries.execute(new ListAccounts());
  }
}
