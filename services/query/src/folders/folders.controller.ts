import { At } from '@feusa/contracts/query-params';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import type { FolderCounts } from '@feusa/contracts/views';
import { Access, CurrentUser } from '@feusa/http/access';
import { sendJson } from '@feusa/http/json';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { After, idOr } from '../query-params.js';
import { openObject, withPosition } from '../json.js';
import { sourceWithout } from '../access/visible-source.js';
import { ReadModel } from '../read-model/read-model.js';
import { FolderAsOf, TreeAsOf } from './as-of.js';
import { CountFolders } from './count-folders.js';
import { folderPage } from './pages.js';
import { wholeTree } from './tree.js';

const FolderQuery = After.extend({ at: At }).strict();
const CountsQuery = FolderQuery.extend({ in: z.string().max(100).optional() }).strict();
type FolderQuery = z.output<typeof FolderQuery>;

/** Folders with what lies in them, and the whole tree, now or as they were. */
@Controller('api')
@Access('signed-in')
export class FoldersController {
  constructor(
    @Inject(ReadModel) private readonly model: ReadModel,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Get('folders')
  root(
    @Query(parsed(FolderQuery)) params: FolderQuery,
    @CurrentUser() by: SessionUser,
    @Res() reply: FastifyReply,
  ) {
    return this.page(null, { params, by }, reply);
  }

  @Get('folders/:id')
  folder(
    @Param('id') id: string,
    @Query(parsed(FolderQuery)) params: FolderQuery,
    @CurrentUser() by: SessionUser,
    @Res() reply: FastifyReply,
  ) {
    return this.page(idOr(id, 'folder/not-found'), { params, by }, reply);
  }

  @Get('folder-counts')
  counts(
    @Query(parsed(CountsQuery)) params: z.output<typeof CountsQuery>,
    @CurrentUser() by: SessionUser,
  ): Promise<FolderCounts> {
    const id = params.in === undefined ? null : idOr(params.in, 'folder/not-found');
    return this.queries.execute(new CountFolders(id, params, by));
  }

  @Get('tree')
  async tree(
    @Query(parsed(FolderQuery)) params: FolderQuery,
    @CurrentUser() by: SessionUser,
    @Res() reply: FastifyReply,
  ) {
    if (params.at !== undefined)
      return sendJson(reply, await this.queries.execute(new TreeAsOf(params, by)));
    const { model } = this;
    const { position } = await model.sourceFor(params, by);
    const hidden = model.access.sightOf(by).hidden();
    const source = sourceWithout(model.present, hidden);
    const tree = await model.tree.get(
      () => wholeTree(source, model.actors, (blob) => model.faultOf(blob)),
      hidden,
    );
    return sendJson(reply, withPosition(tree, position));
  }

  /** What is rendered already is sent without a question. */
  private async page(
    id: string | null,
    { params, by }: { params: FolderQuery; by: SessionUser },
    reply: FastifyReply,
  ): Promise<void> {
    if (params.at !== undefined)
      return sendJson(reply, await this.queries.execute(new FolderAsOf(id, params, by)));
    const { model } = this;
    const { position } = await model.sourceFor(params, by);
    const sight = model.access.sightOf(by);
    if (!sight.reads(id)) refuse('folder/not-found');
    const hidden = sight.hiddenIn(id);
    const source = sourceWithout(model.present, hidden);
    const render = async () =>
      openObject(await folderPage(source, id, model.actors, (blob) => model.faultOf(blob)));
    const page = await model.pages.get(id, render, hidden);
    return sendJson(reply, withPosition(page, position));
  }
}
