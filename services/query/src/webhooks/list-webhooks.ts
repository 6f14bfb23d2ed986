import type { WebhookList, WebhookState, WebhookView } from '@feusa/contracts/webhooks';
import { EVENT_STORE, type EventStore } from '@feusa/event-log/store/port';
import {
  WEBHOOK_STATES,
  type HookState,
  type WebhookStates,
} from '@feusa/event-log/webhooks/states';
import { Inject, Controller, Get, Query as QueryParams } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler, QueryBus } from '@nestjs/cqrs';
import { refuse } from '@feusa/contracts/refusals';
import { At } from '@feusa/contracts/query-params';
import { Access } from '@feusa/http/access';
import { parsed } from '@feusa/http/parsed';
import type { z } from 'zod';
import type { AsOf } from '../read-model/read-model.js';
import { hooksIn, type Hook } from './hooks.js';
import { After } from '../query-params.js';

/** The webhooks, as they were where `at` is a position or time. */
export class ListWebhooks extends Query<WebhookList> {
  constructor(readonly params: AsOf) {
    super();
  }
}

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(WEBHOOK_STATES) private readonly states: WebhookStates,
  ) {}

  async execute({ params: { at, after = 0 } }: ListWebhooks): Promise<WebhookList> {
    const { position: head } = await this.store.head();
    if (after > head) refuse('still-updating');
    const asked = typeof at === 'string' ? await this.store.positionAt(at) : (at ?? head);
    const position = Math.min(asked, head);
    const states = await this.states.all();
    const hooks = await hooksIn(this.store, position);
    const webhooks = hooks.map((hook) => viewOf(hook, states.get(hook.id)));
    return { webhooks, position: String(position) };
  }
}

/** One that was restored goes on, though nobody has taken it up yet. */
const currentOf = (hook: Hook, state: HookState | undefined): Partial<HookState> =>
  !state || state.begun >= hook.begun
    ? (state ?? {})
    : { ...state, pausedAt: null, failingSince: null, nextTryAt: null };

function viewOf({ begun, ...hook }: Hook, known: HookState | undefined): WebhookView {
  const state = currentOf({ begun, ...hook }, known);
  const { cursor = begun, deliveredAt = null, failedAt, failure, nextTryAt = null } = state;
  return {
    ...hook,
    state: stateOf(state),
    cursor: String(cursor),
    lastDeliveredAt: deliveredAt,
    lastFailure: failedAt && failure ? { at: failedAt, reason: failure } : null,
    nextTryAt: state.pausedAt ? null : nextTryAt,
  };
}

function stateOf({ pausedAt, failingSince }: Partial<HookState>): WebhookState {
  if (pausedAt) return 'paused';
  return failingSince ? 'failing' : 'active';
}

const WebhooksQuery = After.extend({ at: At }).strict();

/** Who is told of events, read from the log itself. */
@Controller('api/webhooks')
@Access('admin')
export class WebhooksController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  list(
    @QueryParams(parsed(WebhooksQuery)) params: z.output<typeof WebhooksQuery>,
  ): Promise<WebhookList> {
    return this.queries.execute(new ListWebhooks(params));
  }
}
