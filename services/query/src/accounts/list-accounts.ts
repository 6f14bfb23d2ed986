import type { AccountList } from '@feusa/contracts/users';
import { Access } from '@feusa/http/access';
import { sendJson } from '@feusa/http/json';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Query as Params, Res } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { After } from '../query-params.js';
import { ReadModel } from '../read-model/read-model.js';

const AccountsQuery = After.strict();

/** Everybody who has an account, as the directory has them: as bytes. */
export class ListAccounts extends Query<Buffer> {
  constructor(readonly params: z.output<typeof AccountsQuery>) {
    super();
  }
}

@QueryHandler(ListAccounts)
export class ListAccountsHandler implements IQueryHandler<ListAccounts> {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  async execute({ params }: ListAccounts): Promise<Buffer> {
    const { progress, accounts, actors } = this.model;
    await progress.reached(params.after);
    return accounts.get(async () => {
      const list: AccountList = { accounts: await actors.all() };
      return Buffer.from(JSON.stringify(list));
    });
  }
}

/** What accounts are called on screens: who may sign in, and how, is the command service's to say. */
@Controller('api/accounts')
@Access('auditor')
export class AccountsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  async list(
    @Params(parsed(AccountsQuery)) params: z.output<typeof AccountsQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return sendJson(reply, [await this.queries.execute(new ListAccounts(params))]);
  }
}
