import { ItemKind, type Home, type ItemAddress, type Marks } from '@feusa/contracts/home';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { PERSONAL_ITEMS, type PersonalItems } from '@feusa/identity/personal/port';
import { Controller, Delete, Get, HttpCode, Inject, Param, Put, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { FindProjection } from '../find/find-projection.js';
import type { PersonalChange } from '../read-model/read-model.js';
import { After, idOr } from '../query-params.js';
import { ShowHome } from './show-home.js';
import { Things } from './things.js';

const HomeQuery = After.strict();

/** What people keep for themselves; whoever has several tabs is told in the others. */
@Controller('api/me')
@Access('signed-in')
export class HomeController {
  private readonly things: Things;

  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(PERSONAL_ITEMS) private readonly items: PersonalItems,
    @Inject(FindProjection) private readonly projection: FindProjection,
  ) {
    this.things = new Things(projection);
  }

  @Get('home')
  home(
    @Query(parsed(HomeQuery)) params: z.output<typeof HomeQuery>,
    @CurrentUser() by: SessionUser,
  ): Promise<Home> {
    return this.queries.execute(new ShowHome(params.after, by));
  }

  @Get('marks')
  async marks(@CurrentUser() by: SessionUser): Promise<Marks> {
    const items = await this.items.of(by.id);
    return {
      stars: items.filter(({ starredAt }) => starredAt).map(({ kind, id }) => ({ kind, id })),
      follows: items.filter(({ followedAt }) => followedAt).map(({ id }) => id),
    };
  }

  @Put('stars/:kind/:id')
  @HttpCode(204)
  async star(@Param() where: Partial<ItemAddress>, @CurrentUser() by: SessionUser): Promise<void> {
    const item = await this.there(where, by);
    if (!(await this.items.star(by.id, item))) refuse('star/too-many');
    this.publish(by, 'marks');
  }

  @Delete('stars/:kind/:id')
  @HttpCode(204)
  async unstar(@Param() where: Partial<ItemAddress>, @CurrentUser() by: SessionUser) {
    await this.items.unstar(by.id, addressOf(where).id);
    this.publish(by, 'marks');
  }

  @Put('follows/:id')
  @HttpCode(204)
  async follow(@Param('id') id: string, @CurrentUser() by: SessionUser): Promise<void> {
    await this.there({ kind: 'folder', id }, by);
    const { position } = this.projection.model.progress;
    if (!(await this.items.follow(by.id, id, position))) refuse('follow/too-many');
    this.publish(by, 'marks');
  }

  @Delete('follows/:id')
  @HttpCode(204)
  async unfollow(@Param('id') id: string, @CurrentUser() by: SessionUser): Promise<void> {
    await this.items.unfollow(by.id, idOr(id, 'not-found'));
    this.publish(by, 'marks');
  }

  @Put('opened/:kind/:id')
  @HttpCode(204)
  async opened(@Param() where: Partial<ItemAddress>, @CurrentUser() by: SessionUser) {
    const item = await this.there(where, by);
    await this.items.opened(by.id, item, this.projection.model.progress.position);
    this.publish(by, 'opened');
  }

  @Delete('opened')
  @HttpCode(204)
  async forget(@CurrentUser() by: SessionUser): Promise<void> {
    await this.items.forgetOpened(by.id);
    this.publish(by, 'opened');
  }

  /** What is not there, or not for this person, can't be marked. */
  private async there(where: Partial<ItemAddress>, by: SessionUser): Promise<ItemAddress> {
    const item = addressOf(where);
    const found = await this.things.find([item], by);
    return found.size > 0 ? item : refuse('not-found');
  }

  private publish(by: SessionUser, what: PersonalChange): void {
    this.projection.model.personalChanged(by.id, what);
  }
}

function addressOf({ kind, id = '' }: Partial<ItemAddress>): ItemAddress {
  return { kind: ItemKind.safeParse(kind).data ?? refuse('not-found'), id: idOr(id, 'not-found') };
}
