import { idOf, nounOf, streamOf, type StoredEvent } from '@feusa/contracts/events';
import type { ErasePerson, ErasureOutlook } from '@feusa/contracts/erasure';
import type { Ports } from '@feusa/adapters/open-ports';
import type { Command } from '@feusa/domain/decider';
import type { Told } from '@feusa/domain/erasure';
import type { z } from 'zod';
import type { CommandQueue } from '../command-queue.js';
import { SYSTEM } from '../feature.js';
import { calledIn, isCalled } from '../features/called.js';
import { mentionsOf, type Mentions } from './mentions.js';
import { purge, type PurgePorts } from './purge.js';

type ErasurePorts = PurgePorts & Pick<Ports, 'store' | 'auditTrail' | 'ledger' | 'mail' | 'log'>;
type Body = z.output<typeof ErasePerson>;
type Queue = Pick<CommandQueue, 'submit'>;
type Ask = Pick<Body, 'id' | 'kind'>;

/** What the deciders of an erasure are told. */
export type PrepareErasure = Pick<Erasing, 'prepare' | 'told'>;

const AGAIN_MS = 5000;
const MOST = 1000;
/** Where the erasure is refused in the end, nothing of the person is remembered for longer. */
const KNOWN_MS = 60_000;

interface Known extends Pick<Mentions, 'late'> {
  readonly name: string;
  readonly told: Told;
}

/** Takes away what the log does not hold of a person: the rest follows from the event by itself. */
export class Erasing {
  private readonly underWay = new Set<Promise<void>>();
  /** What is known of those who are about to be erased, and only as long, by stream. */
  private readonly known = new Map<string, Known>();
  private queue: Queue | undefined;
  private again: NodeJS.Timeout | undefined;
  /** What did not work, and has been said once. */
  private readonly complained = new Set<string>();

  constructor(private readonly ports: ErasurePorts) {}

  /** Which reports go along, and who else names the person. */
  async outlook({ id, kind }: Ask): Promise<ErasureOutlook> {
    const { reports, things } = await mentionsOf(streamOf(kind, id), this.ports);
    return { reports: reports.length, mentions: things };
  }

  /** Finds out while it can be known; letters that were kept for an account are forgotten by then. */
  async prepare({ kind, id, name }: Body): Promise<void> {
    const { mail, store } = this.ports;
    const stream = streamOf(kind, id);
    if (!(await isCalled(name, stream, store))) return;
    const { reports, things, late } = await mentionsOf(stream, this.ports);
    const namedBy = things.map((thing) => thing.stream).slice(0, MOST);
    this.known.set(stream, { name, told: { reports, namedBy }, late });
    setTimeout(() => this.known.delete(stream), KNOWN_MS).unref();
    if (kind === 'user') await mail.forget(name);
  }

  told(stream: string): Told | undefined {
    return this.known.get(stream)?.told;
  }

  /** Begins after the event; what does not work is done again until it does. */
  after(event: StoredEvent): void {
    if (event.type !== 'PersonErased' && event.type !== 'ErrorErased') return;
    const { stream, at } = event;
    const { ledger } = this.ports;
    this.keepTrack(this.surely('not in the ledger', () => ledger.add([{ stream, at }])));
    if (event.type === 'ErrorErased') return;
    this.keepTrack(this.surely('reports not erased', () => this.eraseReportsOf(event)));
    this.keepTrack(this.surely('not purged', () => this.purge(stream)));
  }

  private keepTrack(part: Promise<void>): void {
    const work: Promise<void> = part.then(() => void this.underWay.delete(work));
    this.underWay.add(work);
  }

  /**
   * Does again what a restored backup has undone, and ends what was interrupted: erases whoever the
   * ledger names and the log does not, and purges whoever is erased and has left something.
   */
  async applyErasures(queue: Queue): Promise<void> {
    this.queue = queue;
    const { ledger, erasures, store } = this.ports;
    await this.surely('not erased again', async () => {
      for (const { stream } of await ledger.entries())
        if (!(await erasures.isErased(stream))) await this.eraseAgain(stream, queue);
    });
    await this.surely('not in the ledger', async () => ledger.add(await erasures.all()));
    for (const stream of await erasures.unfinished())
      await this.surely('not purged', () => this.purge(stream));
    await this.surely('reports not erased', async () => {
      const people = (await erasures.all()).filter(({ stream }) => nounOf(stream) !== 'error');
      for (const event of await store.readStreams(people.map(({ stream }) => stream)))
        if (event.type === 'PersonErased') await this.eraseReports(event, event.data.reports ?? []);
    });
  }

  /** Those that it names, and those that came between the search for them and the event. */
  private async eraseReportsOf(event: StoredEvent<'PersonErased'>): Promise<void> {
    const late = (await this.known.get(event.stream)?.late()) ?? [];
    await this.eraseReports(event, [...(event.data.reports ?? []), ...late]);
  }

  private async eraseReports(
    { actor, correlationId }: StoredEvent,
    reports: readonly string[],
  ): Promise<void> {
    for (const id of new Set(reports)) {
      if (!this.queue || (await this.ports.erasures.isErased(streamOf('error', id)))) continue;
      const command = { name: 'erase-error', body: { id } } as const;
      await this.queue.submit({ command, by: { id: actor }, correlationId });
    }
  }

  /** Resolves when nothing is under way, and begins nothing any more. */
  async settled(): Promise<void> {
    this.queue = undefined;
    clearTimeout(this.again);
    await Promise.all(this.underWay);
  }

  /** An engine that is away keeps nothing from starting: it is tried again until it works. */
  private surely(fault: string, work: () => Promise<void>): Promise<void> {
    const done = () => void this.complained.delete(fault);
    return work().then(done, (err: unknown) => {
      if (!this.complained.has(fault)) this.ports.log.error({ err }, fault);
      this.complained.add(fault);
      this.again ??= setTimeout(() => this.tryAgain(), AGAIN_MS).unref();
    });
  }

  private tryAgain(): void {
    this.again = undefined;
    if (!this.queue) return;
    this.keepTrack(this.surely('not erased', () => this.applyErasures(this.queue!)));
  }

  private async eraseAgain(stream: string, queue: Queue): Promise<void> {
    const command = await this.commandOf(stream);
    // Otherwise the backup is older than the person.
    if (!command) return;
    const correlationId = 'ledger of erasures';
    await this.surely('not erased again', async () => {
      await queue.submit({ command, by: SYSTEM, correlationId });
    });
  }

  private async commandOf(stream: string): Promise<Command | undefined> {
    const { store } = this.ports;
    const [id, noun] = [idOf(stream), nounOf(stream)];
    if (noun === 'error') {
      const isKnown = (await store.knownStreams([stream])).length > 0;
      return isKnown ? { name: 'erase-error', body: { id } } : undefined;
    }
    const name = await calledIn(stream, store);
    const kind = noun === 'user' ? 'user' : 'employee';
    return name === undefined ? undefined : { name: 'erase-person', body: { id, kind, name } };
  }

  private async purge(stream: string): Promise<void> {
    const { name } = this.known.get(stream) ?? {};
    if (name !== undefined && nounOf(stream) === 'user') await this.ports.mail.forget(name);
    this.known.delete(stream);
    await purge(stream, this.ports);
  }
}
