import { At } from '@feusa/contracts/live';
import type { SessionUser } from '@feusa/contracts/users';
import type { FolderCounts } from '@feusa/contracts/views';
import { Access, By } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { After, idOr } from '../ask.js';
import { openObject, sendJson, withPosition } from '../json.js';
import { ReadModel } from '../read-model/read-model.js';
import { countsIn } from './counts.js';
import { folderPage } from './pages.js';
import { wholeTree } from './tree.js';

const Ask = After.extend({ at: At }).strict();
const CountsAsk = After.extend({ in: z.string().max(100).optional() }).strict();
type Ask = z.output<typeof Ask>;

/** Folders with what lies in them, and the whole tree, now or as they were. */
@Controller('api')
@Access('signed-in')
export class FoldersController {
  constructor(@Inject(ReadModel) private readonly model: ReadModel) {}

  @Get('folders')
  root(@Query(parsed(Ask)) ask: Ask, @By() by: SessionUser, @Res() reply: FastifyReply) {
    return this.page(null, { ask, by }, reply);
  }

  @Get('folders/:id')
  folder(
    @Param('id') id: string,
    @Query(parsed(Ask)) ask: Ask,
    @By() by: SessionUser,
    @Res() reply: FastifyReply,
  ) {
    return this.page(idOr(id, 'folder/not-found'), { ask, by }, reply);
  }

  @Get('folder-counts')
  async counts(
    @Query(parsed(CountsAsk)) ask: z.output<typeof CountsAsk>,
    @By() by: SessionUser,
  ): Promise<FolderCounts> {
    const id = ask.in === undefined ? null : idOr(ask.in, 'folder/not-found');
    const { position } = await this.model.sourceFor(ask, by);
    return { counts: await countsIn(this.model.database, id), position: String(position) };
  }

  @Get('tree')
  async tree(@Query(parsed(Ask)) ask: Ask, @By() by: SessionUser, @Res() reply: FastifyReply) {
    const { source, position, past } = await this.model.sourceFor(ask, by);
    const render = () => wholeTree(source);
    const tree = past ? await render() : await this.model.tree.get(render);
    sendJson(reply, withPosition(tree, position));
  }

  private async page(
    id: string | null,
    { ask, by }: { ask: Ask; by: SessionUser },
    reply: FastifyReply,
  ): Promise<void> {
    const { source, position, past } = await this.model.sourceFor(ask, by);
    const render = async () => openObject(await folderPage(source, id));
    const page = past ? await render() : await this.model.pages.get(id, render);
    sendJson(reply, withPosition(page, position));
  }
}
