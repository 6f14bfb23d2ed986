import { EVENT_LOG, type EventLog } from '@feusa/event-log/subscription/port';
import { Inject, type Provider, type Type } from '@nestjs/common';
import {
  EventsHandler,
  type IEventHandler,
  Command,
  CommandHandler,
  EventBus,
  type ICommandHandler,
} from '@nestjs/cqrs';
import type { StoredEvent, Noun } from '@feusa/contracts/events';
import { commandsOf, type CommandAnswer } from '@feusa/contracts/commands';
import { refuse } from '@feusa/contracts/refusals';
import type { EventStore } from '@feusa/event-log/store/port';
import { ACCESS_LOG, type AccessLog } from '@feusa/transparency/access-log/port';
import { administratorsMade } from '@feusa/platform/telemetry/metrics';
import type { Submission } from '../submission.js';
import { CommandQueue } from '../command-queue.js';
import type { AnyFeature, Features } from '../feature.js';

/**
 * These events are durable. It is published in the process that appended them before any of their commands
 * is answered, and at no other time: what must happen in every process, or after a crash, follows the log.
 */
export class EventsAppended {
  constructor(readonly events: readonly StoredEvent[]) {}
}

/** Tells those who follow the log in this process, who would find the events a little later. */
@EventsHandler(EventsAppended)
export class PublishAppended implements IEventHandler<EventsAppended> {
  constructor(@Inject(EVENT_LOG) private readonly eventLog: Pick<EventLog, 'publish'>) {}

  handle({ events }: EventsAppended): void {
    this.eventLog.publish(events);
  }
}

/** A command of the contract on the bus, which knows its handler by the class. */
export abstract class Change extends Command<CommandAnswer> {
  constructor(readonly submission: Submission) {
    super();
  }
}
export class ChangeFolder extends Change {}
export class ChangeFile extends Change {}
export class ChangeLink extends Change {}
export class ChangeEmployee extends Change {}
export class ChangeUser extends Change {}
export class ChangeError extends Change {}
export class ChangeGroup extends Change {}
export class ChangeWebhook extends Change {}

type ChangeType = new (submission: Submission) => Change;

export const changeTypes: Readonly<Record<Noun, ChangeType>> = {
  folder: ChangeFolder,
  file: ChangeFile,
  link: ChangeLink,
  employee: ChangeEmployee,
  user: ChangeUser,
  error: ChangeError,
  group: ChangeGroup,
  webhook: ChangeWebhook,
};

const nouns = new Map(
  (Object.keys(commandsOf) as Noun[]).flatMap((noun) =>
    Object.keys(commandsOf[noun]).map((name) => [name, noun] as const),
  ),
);

/** What several kinds of things have under one name goes to the handler of the kind. */
function nounOf({ name, body }: Submission['command']): Noun {
  const noun = name === 'erase-person' || name === 'purge' ? body.kind : nouns.get(name);
  return noun ?? refuse('not-found');
}

/** What is sent through the `CommandBus`, wherever a command comes from. */
export const changeOf = (submission: Submission): Change =>
  new changeTypes[nounOf(submission.command)](submission);

interface WriteSide {
  readonly store: EventStore;
  readonly features: Features;
  /** Called with what may be appended next. */
  readonly expect?: EventLog['expect'];
}

/** A handler on the `CommandBus` for each noun of the table, and the group commit that all of them share. */
export const writeSide = ({ store, features, expect }: WriteSide): Provider[] => [
  {
    provide: CommandQueue,
    inject: [EventBus],
    useFactory: (bus: EventBus) =>
      new CommandQueue(store, features, {
        publish: (events) => bus.publish(new EventsAppended(events)),
        ...(expect && { expect }),
      }),
  },
  ...[...new Set(features.values())].map(handlerOf),
];

function handlerOf(feature: AnyFeature): Type<ICommandHandler<Change>> {
  @CommandHandler(changeTypes[feature.noun])
  class ChangeHandler implements ICommandHandler<Change> {
    constructor(@Inject(CommandQueue) private readonly queue: CommandQueue) {}

    execute({ submission }: Change): Promise<CommandAnswer> {
      return this.queue.submit(submission, feature);
    }
  }
  return ChangeHandler;
}

/** Who may sign in, as what, and who may see what. */
const changesAccess = ({ type }: Pick<StoredEvent, 'type'>): boolean =>
  /^(User|Group|Invitation)|Access/.test(type);

const makesAdministrator = (event: StoredEvent): boolean =>
  (event.type === 'UserRoleSet' || event.type === 'UserRegistered') && event.data.role === 'admin';

/** Tells the access log who has changed what somebody may do. */
@EventsHandler(EventsAppended)
export class RecordChanges implements IEventHandler<EventsAppended> {
  constructor(@Inject(ACCESS_LOG) private readonly accessLog: Pick<AccessLog, 'record'>) {}

  handle({ events }: EventsAppended): void {
    administratorsMade.inc(events.filter(makesAdministrator).length);
    for (const event of events.filter(changesAccess))
      this.accessLog.record({
        ...{ kind: 'access-changed', user: event.actor, about: event.stream },
        detail: `${event.type} ${event.position}`,
      });
  }
}
