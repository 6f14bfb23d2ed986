import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EventsAppended } from '../bus/write-side.js';
import { Erasing } from './erase.js';

/** Takes away what is left of somebody who was erased. */
@EventsHandler(EventsAppended)
export class SweepAfterErasure implements IEventHandler<EventsAppended> {
  constructor(@Inject(Erasing) private readonly erasing: Pick<Erasing, 'after'>) {}

  handle({ events }: EventsAppended): void {
    for (const event of events) this.erasing.after(event);
  }
}
