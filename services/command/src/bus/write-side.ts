import { commandsOf, type CommandAnswer } from '@feusa/contracts/commands';
import type { Noun } from '@feusa/contracts/events';
import { refuse } from '@feusa/contracts/refusals';
import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import type { Submission } from '../submission.js';
import type { EventStore } from '@feusa/event-log/store/port';
import { Inject, type Provider, type Type } from '@nestjs/common';
import { CommandQueue } from '../command-queue.js';
import type { AnyFeature, Features } from '../feature.js';
import { EventsAppended } from './events-appended.js';

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
}

/** A handler on the `CommandBus` for each noun of the table, and the group commit that all of them share. */
export const writeSide = ({ store, features }: WriteSide): Provider[] => [
  {
    provide: CommandQueue,
    inject: [EventBus],
    useFactory: (bus: EventBus) =>
      new CommandQueue(store, features, (events) => bus.publish(new EventsAppended(events))),
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
