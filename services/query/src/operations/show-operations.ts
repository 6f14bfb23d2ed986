import {
  DEAD_LETTERS,
  type DeadLetter,
  type DeadLetters,
} from '@feusa/event-log/dead-letters/port';
import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import { listBounds } from '@feusa/contracts/bounds';
import type { DeadLetterView, OperationsView } from '@feusa/contracts/operations';
import { HEALTH, lagOf, stateOf, type Health, type Part } from '@feusa/http/health';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

const SHOWN = listBounds.deadLetters.value;
const ACTIONS = listBounds.actions.value;

/** How each part is, which streams are blocked, and what was done about them. */
export class ShowOperations extends Query<OperationsView> {}

@QueryHandler(ShowOperations)
export class ShowOperationsHandler implements IQueryHandler<ShowOperations> {
  constructor(
    @Inject(DEAD_LETTERS) private readonly letters: DeadLetters,
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'accountsById'>,
    @Inject(HEALTH) private readonly health: Health,
  ) {}

  async execute(): Promise<OperationsView> {
    const [parts, deadLetters, counts, actions] = await Promise.all([
      Promise.all(this.health.parts.map(partView)),
      this.letters.first(SHOWN),
      this.letters.counts(),
      this.letters.actions({ limit: ACTIONS }),
    ]);
    const accounts = await this.store.accountsById(actions.map(({ by }) => by));
    const emails = new Map(accounts.map(({ id, email }) => [id, email]));
    const waiting = counts.filter(({ state }) => state !== 'discarded');
    return {
      parts,
      deadLetters: deadLetters.map(letterView),
      waiting: waiting.reduce((sum, { count }) => sum + count, 0),
      actions: actions.map((action) => ({ ...action, by: emails.get(action.by) ?? action.by })),
    };
  }
}

const partView = async (part: Part) => {
  const [state, lag] = await Promise.all([stateOf(part), lagOf(part)]);
  return { ...state, lag };
};

export const letterView = (letter: DeadLetter): DeadLetterView => ({
  ...letter,
  position: String(letter.position),
});
