import { listBounds } from '@feusa/contracts/bounds';
import { idOf, nounOf, streamOf, type StoredEvent } from '@feusa/contracts/events';
import { ERASED } from '@feusa/contracts/personal';
import type { ErasePerson, ErasureOutlook } from '@feusa/contracts/erasure';
import { Refusal } from '@feusa/contracts/refusals';
import { peopleErased } from '@feusa/event-log/people-erased';
import type { Ports } from '@feusa/profiles/ports';
import type { ErasureFacts } from '@feusa/domain/erasure';
import type { z } from 'zod';
import { type CommandBus, EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { changeOf, EventsAppended } from '../bus/write-side.js';
import { SYSTEM, type Actor } from '../feature.js';
import { calledIn, isCalled } from '../features/called.js';
import { Background } from './background.js';
import { mentionsOf, type Mentions } from './mentions.js';

type ErasurePorts = PurgePorts & Pick<Ports, 'store' | 'auditTrail' | 'ledger' | 'mail' | 'log'>;
type Body = z.output<typeof ErasePerson>;
type ErasedSubjectId = Pick<Body, 'id' | 'kind'>;

/** What the deciders of an erasure are told. */
export type PrepareErasure = Pick<Erasing, 'prepare' | 'factsOf'>;

const MOST = listBounds.naming.value;
/** Where the erasure is refused in the end, nothing of the person is remembered for longer. */
const KNOWN_MS = 60_000;

interface Known extends Pick<Mentions, 'late'> {
  readonly name: string;
  readonly facts: ErasureFacts;
}

/** On whose behalf something is erased, and as part of what. */
interface Cause {
  readonly by: Actor;
  readonly correlationId: string;
}

const LEDGER: Cause = { by: SYSTEM, correlationId: 'ledger of erasures' };

/** Takes away what the log does not hold of a person: the rest follows from the event by itself. */
export class Erasing {
  /** What is known of those who are about to be erased, and only as long, by stream. */
  private readonly known = new Map<string, Known>();
  private readonly background: Background;
  private bus: CommandBus | undefined;

  constructor(private readonly ports: ErasurePorts) {
    this.background = new Background(ports.log, () => this.applyErasures());
  }

  /** Which reports go along, and who else names the person. */
  async outlook({ id, kind }: ErasedSubjectId): Promise<ErasureOutlook> {
    const { reports, things } = await mentionsOf(streamOf(kind, id), this.ports);
    return { reports: reports.length, mentions: things };
  }

  /** Finds out while it can be known. */
  async prepare({ kind, id, name }: Body): Promise<void> {
    const { mail, store } = this.ports;
    const stream = streamOf(kind, id);
    if (!(await isCalled(name, stream, store))) return;
    const { reports, things, late } = await mentionsOf(stream, this.ports);
    const namedBy = things.map((thing) => thing.stream).slice(0, MOST);
    this.known.set(stream, { name, facts: { reports, namedBy }, late });
    setTimeout(() => this.known.delete(stream), KNOWN_MS).unref();
    // Before the event, as after a crash nobody knows the address; and after it, for what came between.
    if (kind === 'user') await mail.forget(name);
  }

  factsOf(stream: string): ErasureFacts | undefined {
    return this.known.get(stream)?.facts;
  }

  /** Begins after the event; what does not work is done again until it does. */
  after(event: StoredEvent): void {
    if (event.type !== 'PersonErased' && event.type !== 'ErrorErased') return;
    const { background } = this;
    const { stream, at } = event;
    background.begin('not in the ledger', () => this.ports.ledger.add([{ stream, at }]));
    if (event.type === 'ErrorErased') return;
    background.begin('reports not erased', () => this.eraseReportsOf(event));
    background.begin('accounts not erased', () => this.eraseAccountsOf(event));
    background.begin('not purged', () => this.purge(stream));
  }

  /** At the start; from then on what does not work is tried again. */
  start(bus: CommandBus): Promise<void> {
    this.bus = bus;
    return this.applyErasures();
  }

  /** Resolves when nothing is under way, and begins nothing any more. */
  async settled(): Promise<void> {
    this.bus = undefined;
    await this.background.close();
  }

  /**
   * Does again what a restored backup has undone, and ends what was interrupted: erases whoever the
   * ledger names and the log does not, and purges whoever is erased and has left something.
   */
  private async applyErasures(): Promise<void> {
    const { background } = this;
    const { ledger, erasures, store } = this.ports;
    const erased = await erasures.all();
    const gone = new Set(erased.map(({ stream }) => stream));
    await background.surely('ledger not read', async () => {
      for (const { stream } of await ledger.entries())
        if (!gone.has(stream)) await this.eraseAgain(stream);
    });
    await background.surely('not in the ledger', () => ledger.add(erased));
    for (const stream of await erasures.unfinished())
      await background.surely('not purged', () => this.purge(stream));
    await background.surely('reports not erased', async () => {
      for (const event of await peopleErased(erased, store)) {
        const reports = event.data.reports ?? [];
        const left = reports.filter((id) => !gone.has(streamOf('error', id)));
        await this.eraseReports(left, causeOf(event));
        await this.eraseAccountsOf(event);
      }
    });
  }

  /** Those that it names, and those that came between the search for them and the event. */
  private async eraseReportsOf(event: StoredEvent<'PersonErased'>): Promise<void> {
    const late = (await this.known.get(event.stream)?.late()) ?? [];
    await this.eraseReports([...(event.data.reports ?? []), ...late], causeOf(event));
  }

  /** Passes over those that are erased already, and those that a backup is older than. */
  private async eraseReports(ids: readonly string[], cause: Cause): Promise<void> {
    for (const id of new Set(ids)) {
      const command = { name: 'erase-error', body: { id } } as const;
      await this.bus?.execute(changeOf({ command, ...cause })).catch((fault: unknown) => {
        if (!(fault instanceof Refusal && fault.code === 'error/not-found')) throw fault;
      });
    }
  }

  /** What else there is of the same address, passing over what is erased already. */
  private async eraseAccountsOf(event: StoredEvent<'PersonErased'>): Promise<void> {
    for (const id of event.data.accounts ?? []) {
      const name = await calledIn(streamOf('user', id), this.ports.store);
      if (name === undefined || name === ERASED) continue;
      const command = { name: 'erase-person', body: { id, kind: 'user', name } } as const;
      await this.bus?.execute(changeOf({ command, ...causeOf(event) }));
    }
  }

  private async eraseAgain(stream: string): Promise<void> {
    const [id, noun] = [idOf(stream), nounOf(stream)];
    await this.background.surely('not erased again', async () => {
      if (noun === 'error') return this.eraseReports([id], LEDGER);
      const name = await calledIn(stream, this.ports.store);
      // Otherwise the backup is older than the person.
      if (name === undefined) return;
      const kind = noun === 'user' ? 'user' : 'employee';
      const command = { name: 'erase-person', body: { id, kind, name } } as const;
      await this.bus?.execute(changeOf({ command, ...LEDGER }));
    });
  }

  private async purge(stream: string): Promise<void> {
    const { name } = this.known.get(stream) ?? {};
    if (name !== undefined && nounOf(stream) === 'user') await this.ports.mail.forget(name);
    this.known.delete(stream);
    await purge(stream, this.ports);
  }
}

const causeOf = ({ actor, correlationId }: StoredEvent): Cause => ({
  by: { id: actor },
  correlationId,
});

type PurgePorts = Pick<Ports, 'erasures' | 'blobs' | 'blobReferences' | 'staging' | 'reservations'>;

/** Takes away what tables and the file store have of somebody who was erased. May be repeated. */
async function purge(
  stream: string,
  { erasures, blobs, blobReferences, staging, reservations }: PurgePorts,
): Promise<void> {
  const id = idOf(stream);
  const images = await erasures.purge(stream);
  for await (const { id: upload, record } of staging.list()) {
    const isPhoto = images.includes(record?.finished?.blob ?? '');
    if (!record || !(isPhoto || record.owner === id)) continue;
    await staging.forget(upload);
    await reservations.release(upload);
  }
  const referenced = await blobReferences(images);
  for (const image of images) if (!referenced.has(image)) await blobs.remove(image);
  await erasures.forgetPhotos(stream);
}

/** Takes away what is left of somebody who was erased. */
@EventsHandler(EventsAppended)
export class SweepAfterErasure implements IEventHandler<EventsAppended> {
  constructor(@Inject(Erasing) private readonly erasing: Pick<Erasing, 'after'>) {}

  handle({ events }: EventsAppended): void {
    for (const event of events) this.erasing.after(event);
  }
}
