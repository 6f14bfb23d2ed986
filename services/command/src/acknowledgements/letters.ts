import type { StoredEvent } from '@feusa/contracts/events';
import type { Letter } from '@feusa/platform/mail/port';
import type { Ports } from '@feusa/profiles/ports';
import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EventsAppended } from '../bus/write-side.js';
import { requestedAccounts, whereItWaits, writeTo } from './recipients.js';

type RequestEvent = StoredEvent<'AcknowledgementAsked'>;
type LetterPorts = Pick<Ports, 'config' | 'store' | 'mail' | 'log'>;

/**
 * Writes to those who are asked to acknowledge a document and may read it, where there is a mail server: once, from the
 * process that has appended the request. The letter does not name the document, as it cannot tell who may still read
 * it later.
 */
export class AcknowledgementLetters {
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly ports: LetterPorts) {}

  after(events: readonly StoredEvent[]): void {
    if (!this.ports.config.SMTP_URL) return;
    for (const event of events) if (event.type === 'AcknowledgementAsked') this.begin(event);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private begin(event: RequestEvent): void {
    const { correlationId } = event;
    const work = this.write(event)
      .catch((err: unknown) =>
        this.ports.log.error({ err, correlationId }, 'letters about a request not sent'),
      )
      .finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  private async write({ actor, data }: RequestEvent): Promise<void> {
    const { store, config } = this.ports;
    const recipients = await requestedAccounts(store, data);
    const letter = (email: string) => letterTo(email, data.due, config.FEUSA_PUBLIC_URL);
    const others = recipients.filter(({ id }) => id !== actor);
    await writeTo(others, letter, this.ports);
  }
}

const letterTo = (to: string, due: string | undefined, origin: string | undefined): Letter => ({
  to,
  subject: 'A document waits for you on the FEUSA intranet',
  text: `You are asked to read a document on the FEUSA intranet and to acknowledge it${due ? `, by ${due}` : ''}.
${whereItWaits(origin)}`,
});

@EventsHandler(EventsAppended)
export class WriteAcknowledgementLetters implements IEventHandler<EventsAppended> {
  constructor(
    @Inject(AcknowledgementLetters) private readonly letters: Pick<AcknowledgementLetters, 'after'>,
  ) {}

  handle({ events }: EventsAppended): void {
    this.letters.after(events);
  }
}
