import { listBounds } from '@feusa/contracts/bounds';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '@feusa/event-log/store/port';
import { TRANSPARENT_LOG, type TransparentLog } from '@feusa/transparency/port';
import { Refusal, refuse } from '@feusa/contracts/refusals';
import { Inject, Controller, Get, Param } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler, QueryBus } from '@nestjs/cqrs';
import { Position } from '@feusa/contracts/query-params';
import { Access } from '@feusa/http/access';
import { inclusionProof } from './inclusion.js';
import { Selections } from './selections.js';
import { logEntryOf } from './log-entry.js';
import { statesAround } from './states.js';

const MOST_SIBLINGS = listBounds.siblings.value;

/** One event with all that belongs to it. */
export class FindEvent extends Query<object> {
  constructor(readonly position: number) {
    super();
  }
}

@QueryHandler(FindEvent)
export class FindEventHandler implements IQueryHandler<FindEvent> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(TRANSPARENT_LOG) private readonly transparentLog: TransparentLog,
    @Inject(Selections) private readonly selections: Selections,
  ) {}

  async execute({ position }: FindEvent): Promise<object> {
    const [recorded] = await this.store.readRecordedAt([position]);
    if (!recorded) return refuse('not-found');
    const [around, siblings, proof, key] = await Promise.all([
      statesAround(this.store, recorded.event),
      this.siblings(recorded),
      this.proof(position),
      this.transparentLog.logKey(),
    ]);
    const named = [recorded, ...(siblings ?? [])];
    const [names, people] = await Promise.all([
      this.selections.names(named),
      this.selections.people(named),
    ]);
    return {
      event: logEntryOf(recorded),
      bytes: recorded.bytes,
      ...around,
      siblings: siblings?.slice(0, MOST_SIBLINGS).map(logEntryOf) ?? null,
      moreSiblings: (siblings?.length ?? 0) > MOST_SIBLINGS,
      proof,
      key,
      names,
      people,
    };
  }

  /** What the same request, or the same import, has done too; undefined while that is being recorded. */
  private async siblings({ event }: RecordedEvent): Promise<RecordedEvent[] | undefined> {
    const filter = { correlation: event.correlationId };
    const stretch = { newestFirst: false, limit: MOST_SIBLINGS + 1 };
    const found = await orRefused(this.selections.read(filter, stretch));
    return found instanceof Refusal ? undefined : found;
  }

  /** A log that is not what it was is shown all the same, with the refusal in the place of the proof. */
  private async proof(position: number) {
    const { position: size } = await this.store.head();
    const proof = await orRefused(inclusionProof(this.transparentLog, position, size));
    return proof instanceof Refusal ? { refused: proof.code, detail: proof.message } : proof;
  }
}

async function orRefused<T>(answer: Promise<T>): Promise<T | Refusal> {
  try {
    return await answer;
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}

/** One event with all that belongs to it. */
@Controller('api/audit')
@Access('auditor')
export class EventController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get('events/:position')
  event(@Param('position') asked: string) {
    const position = Position.safeParse(asked).data ?? refuse('not-found');
    return this.queries.execute(new FindEvent(position));
  }
}
