import type { StoredEvent } from '@feusa/contracts/events';
import type { Ports } from '@feusa/profiles/ports';
import { Inject } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EventsAppended } from '../bus/write-side.js';
import { Background } from '../erasure/background.js';

/** What a crash can have left of earlier purges is looked for this long, ms; the sweep of uploads finds older bytes. */
const LOOK_BACK_MS = 2 * 24 * 3_600_000;

type PurgingPorts = SweepPorts & Pick<Ports, 'store' | 'log'>;

/** Takes away the bytes of what was purged: the rest follows from the event by itself. */
export class Purging {
  private readonly background: Background;

  constructor(private readonly ports: PurgingPorts) {
    this.background = new Background(ports.log, () => this.sweepRecent());
  }

  /** Begins after the events; what does not work is done again until it does. */
  after(events: readonly StoredEvent[]): void {
    const positions = events.filter(({ type }) => PURGES.has(type)).map((each) => each.position);
    const [first, last] = [positions[0], positions.at(-1)];
    if (first === undefined || last === undefined) return;
    this.background.begin('bytes not purged', () => sweepBytes([first, last], this.ports));
  }

  /** At the start: what was interrupted is done now. */
  start(): void {
    this.background.begin('bytes not purged', () => this.sweepRecent());
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.background.close();
  }

  private async sweepRecent(): Promise<void> {
    const { store } = this.ports;
    const since = new Date(Date.now() - LOOK_BACK_MS).toISOString();
    const [from, { position }] = await Promise.all([store.positionAt(since), store.head()]);
    await sweepBytes([from + 1, position], this.ports);
  }
}

const PURGES: ReadonlySet<string> = new Set(['FolderPurged', 'FilePurged', 'LinkPurged']);

@EventsHandler(EventsAppended)
export class SweepAfterPurge implements IEventHandler<EventsAppended> {
  constructor(@Inject(Purging) private readonly purging: Pick<Purging, 'after'>) {}

  handle({ events }: EventsAppended): void {
    this.purging.after(events);
  }
}

type SweepPorts = Pick<
  Ports,
  'blobs' | 'blobReferences' | 'purgedContents' | 'staging' | 'reservations'
>;

/**
 * Takes away the bytes of what events from one position to another have purged, as far as nothing else has the same
 * bytes: no other document or photo, and no upload that is still to be used. May be repeated.
 */
async function sweepBytes([from, to]: readonly [number, number], ports: SweepPorts): Promise<void> {
  const { blobs, blobReferences, purgedContents } = ports;
  const contents = await purgedContents(from, to);
  if (contents.length === 0) return;
  const begun = Date.now();
  const wanted = await uploadsLeft(contents, ports);
  const gone = [...new Set(contents.map(({ blob }) => blob))].filter((blob) => !wanted.has(blob));
  const referenced = await blobReferences(gone);
  // Whoever brings the same bytes meanwhile keeps them.
  for (const blob of gone) if (!referenced.has(blob)) await blobs.remove(blob, begun);
}

/** Forgets the uploads that these were made of; answers with the blobs of those that are another's. */
async function uploadsLeft(
  contents: Awaited<ReturnType<SweepPorts['purgedContents']>>,
  { staging, reservations }: SweepPorts,
): Promise<Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { blob, owner } of contents)
    owners.set(blob, (owners.get(blob) ?? new Set()).add(owner));
  const wanted = new Set<string>();
  for await (const { id, record } of staging.list()) {
    const blob = record?.finished?.blob ?? '';
    const of = owners.get(blob);
    if (!record || !of || record.ended) continue;
    if (!of.has(record.owner)) wanted.add(blob);
    else if (await staging.forget(id, record)) await reservations.release(id);
  }
  return wanted;
}
