import type { AskedFrom } from '@feusa/contracts/acknowledgements';
import { mailBounds } from '@feusa/contracts/bounds';
import { streamOf, type StoredEvent } from '@feusa/contracts/events';
import type { Letter } from '@feusa/platform/mail/port';
import type { Ports } from '@feusa/profiles/ports';
import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EventsAppended } from '../bus/events-appended.js';

type Asked = StoredEvent<'AcknowledgementAsked'>;
type AskingPorts = Pick<Ports, 'config' | 'store' | 'mail' | 'log'>;

const MOST = mailBounds.asking.value;

/**
 * Writes to those who are asked to acknowledge a document, where there is a mail server: once, from the process that
 * has appended the request. The letter does not name the document, as it cannot tell who may still read it later.
 */
export class AskingLetters {
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly ports: AskingPorts) {}

  after(events: readonly StoredEvent[]): void {
    if (!this.ports.config.SMTP_URL) return;
    for (const event of events) if (event.type === 'AcknowledgementAsked') this.begin(event);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private begin(event: Asked): void {
    const work = this.write(event)
      .catch((err: unknown) => this.ports.log.error({ err }, 'letters about a request not sent'))
      .finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  private async write({ actor, data: { from, due } }: Asked): Promise<void> {
    const { store, mail, log, config } = this.ports;
    const [accounts, asked] = await Promise.all([store.accounts(), this.askedOf(from)]);
    const all = accounts.filter(
      ({ id, suspended }) => !suspended && id !== actor && (asked?.has(id) ?? true),
    );
    const told = all.slice(0, MOST);
    for (const { email } of told) await mail.send(letterTo(email, due, config.FEUSA_PUBLIC_URL));
    const left = all.length - told.length;
    if (left > 0) log.warn({ left }, 'too many are asked to write to all of them');
  }

  /** The ids of who is asked; undefined for everybody. */
  private async askedOf(from: AskedFrom): Promise<ReadonlySet<string> | undefined> {
    if ('everyone' in from) return undefined;
    const streams = (from.groups ?? []).map((id) => streamOf('group', id));
    const members = new Map<string, readonly string[]>();
    for (const event of streams.length > 0 ? await this.ports.store.readStreams(streams) : []) {
      if (event.type === 'GroupMembersSet') members.set(event.stream, event.data.userIds);
    }
    return new Set([...(from.users ?? []), ...[...members.values()].flat()]);
  }
}

const letterTo = (to: string, due: string | undefined, origin: string | undefined): Letter => ({
  to,
  subject: 'A document waits for you on the FEUSA intranet',
  text: `You are asked to read a document on the FEUSA intranet and to acknowledge it${due ? `, by ${due}` : ''}.
It stands at the top of your files, under “Waiting for you”${origin ? `:\n\n${origin}/dashboard` : '.'}
`,
});

@EventsHandler(EventsAppended)
export class WriteToAsked implements IEventHandler<EventsAppended> {
  constructor(@Inject(AskingLetters) private readonly letters: Pick<AskingLetters, 'after'>) {}

  handle({ events }: EventsAppended): void {
    this.letters.after(events);
  }
}
