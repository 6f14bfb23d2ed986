import { EVENT_STORE, type EventStore } from '@feusa/adapters/event-store/port';
import { refuse } from '@feusa/contracts/refusals';
import { Id } from '@feusa/contracts/text';
import type { SessionUser, UserView } from '@feusa/contracts/users';
import { Access, By } from '@feusa/http/access';
import { parse } from '@feusa/http/parsed';
import { Controller, Get, Inject, Param } from '@nestjs/common';
import { z } from 'zod';

const Wanted = z.object({ id: Id });

@Controller('api/users')
export class UsersController {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  @Get()
  @Access('admin')
  async list(): Promise<{ users: readonly UserView[] }> {
    return { users: await this.store.accounts() };
  }

  /** Anybody's for administrators, for everybody else only the own one, whether another exists or not. */
  @Get(':id')
  @Access('signed-in')
  async one(@Param('id') wanted: string, @By() by: SessionUser): Promise<SessionUser> {
    const { id } = parse(Wanted, { id: wanted });
    if (by.role !== 'admin' && by.id !== id) refuse('not-allowed');
    const account = (await this.store.accountById(id)) ?? refuse('user/not-found');
    return { id, email: account.email, role: account.role };
  }
}
