import {
  DEAD_LETTERS,
  type DeadLetter,
  type DeadLetters,
} from '@feusa/event-log/dead-letters/port';
import {
  Discard,
  Redrive,
  REDRIVES_A_MINUTE,
  type DeadLetterView,
  type OperationsView,
} from '@feusa/contracts/operations';
import { refuse } from '@feusa/contracts/refusals';
import type { SessionUser } from '@feusa/contracts/users';
import { Access, CurrentUser } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { letterView, ShowOperations } from './show-operations.js';

/** A letter's id in an address; 0 is nobody's. */
const LetterId = z.string().transform((text) => (/^\d{1,15}$/.test(text) ? Number(text) : 0));

/** How the parts are, and what to do about streams that a consumer cannot handle. */
@Controller('api/operations')
@Access('admin')
export class OperationsController {
  constructor(
    @Inject(DEAD_LETTERS) private readonly letters: DeadLetters,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  /** How each part is, which streams are blocked, and what was done about them. */
  @Get()
  show(): Promise<OperationsView> {
    return this.queries.execute(new ShowOperations());
  }

  @Post('dead-letters/:id/redrive')
  @HttpCode(200)
  async redrive(
    @Param('id', parsed(LetterId)) id: number,
    @Body(parsed(Redrive)) { force }: z.output<typeof Redrive>,
    @CurrentUser() by: SessionUser,
  ): Promise<DeadLetterView> {
    const letter = await this.found(id);
    if (!force && letter.state === 'quarantined') refuse('dead-letter/quarantined');
    if (!force && letter.state === 'discarded') refuse('dead-letter/given-up');
    const order = { by: by.id, perMinute: REDRIVES_A_MINUTE, force };
    const [due] = await this.letters.redrive([id], order);
    return letterView(due ? { ...letter, state: 'due', dueAt: due.dueAt } : letter);
  }

  @Post('dead-letters/:id/discard')
  @HttpCode(200)
  async discard(
    @Param('id', parsed(LetterId)) id: number,
    @Body(parsed(Discard)) { reason }: z.output<typeof Discard>,
    @CurrentUser() by: SessionUser,
  ): Promise<DeadLetterView> {
    await this.letters.discard(id, by.id, reason);
    return letterView(await this.found(id));
  }

  private async found(id: number): Promise<DeadLetter> {
    return (await this.letters.find(id)) ?? refuse('dead-letter/not-found');
  }
}
