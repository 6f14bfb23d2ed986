import type { EventStore } from '@feusa/event-log/store/port';
import type { CommandAnswer } from '@feusa/contracts/commands';
import { Inject, type Provider, type Type } from '@nestjs/common';
import { CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { CommandQueue } from '../command-queue.js';
import type { AnyFeature, Features } from '../feature.js';
import { changeTypes, type Change } from './changes.js';
import { EventsAppended } from './events-appended.js';

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
