import { EVENT_STORE, type EventStore } from '@feusa/adapters/event-store/port';
import { At } from '@feusa/contracts/live';
import { refuse } from '@feusa/contracts/refusals';
import { Id } from '@feusa/contracts/text';
import type { SessionUser, UserView } from '@feusa/contracts/users';
import { Access, By } from '@feusa/http/access';
import { parse, parsed } from '@feusa/http/parsed';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { usersAt } from './users-at.js';

const Ask = z.strictObject({ at: At });
const Wanted = z.object({ id: Id });

/** Who may sign in, from the table that is written with the log. */
@Controller('api/users')
export class UsersController {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** All users, for administrators; as they were at a position or time for auditors too. */
  @Get()
  @Access('auditor')
  async list(
    @Query(parsed(Ask)) { at }: z.output<typeof Ask>,
    @By() by: SessionUser,
  ): Promise<{ users: readonly UserView[] }> {
    if (at !== undefined) return { users: await usersAt(this.store, at) };
    if (by.role !== 'admin') refuse('not-allowed');
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
