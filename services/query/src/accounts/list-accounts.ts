import type { AccountList } from '@feusa/contracts/users';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query as Params } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import { After } from '../query-params.js';
import { ReadModel } from '../read-model/read-model.js';

const AccountsQuery = After.strict();

/** Everybody who has an account, as the directory has them. */
export class ListAccounts extends Query<AccountList> {
  constructor(readonly params: z.output<typeof AccountsQuery>) {
    super();
  }
}

@QueryHandler(ListAccounts)
export class ListAccountsHandler implements IQueryHandler<ListAccounts> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ params }: ListAccounts): Promise<AccountList> {
    await this.model.progress.reached(params.after);
    return { accounts: await this.model.actors.all() };
  }
}

/** What accounts are called on screens: who may sign in, and how, is the command service's to say. */
@Controller('api/accounts')
@Access('auditor')
export class AccountsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  list(
    @Params(parsed(AccountsQuery)) params: z.output<typeof AccountsQuery>,
  ): Promise<AccountList> {
    return this.queries.execute(new ListAccounts(params));
  }
}
