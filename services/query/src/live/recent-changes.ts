import { memoryBounds } from '@feusa/contracts/memory-bounds';
import type { EventStore } from '@feusa/event-log/store/port';
import type { StoredEvent } from '@feusa/contracts/events';
import type { Topic } from '@feusa/contracts/live';
import { isShift } from './audience.js';
import { changesOf, type TopicChange } from '../read-model/rows.js';

/** A change of a topic: which row, and where in the log. */
export interface RecentChange extends TopicChange {
  readonly position: number;
  readonly stream: string;
}

/** What was missed of topics; `rest` has to be read instead. */
export interface Missed {
  readonly changes: readonly RecentChange[];
  readonly rest: ReadonlySet<Topic>;
}

interface Segment {
  /** Everything after this position is in here, up to where the next segment begins. */
  from: number;
  size: number;
  readonly byTopic: Map<Topic, RecentChange[]>;
}

/** With some 200 bytes for each change this is about 2 MB. */
const SEGMENTS = 4;
const IN_A_SEGMENT = memoryBounds.changes.value / SEGMENTS;
/** How many events from before the start are read, once somebody asks for them. */
const BEFORE_START = 5000;
const PAGE = 1000;

const segmentFrom = (from: number): Segment => ({ from, size: 0, byTopic: new Map() });

/**
 * The last thousands of changes by topic, in memory: what a browser missed is found without reading the
 * log, and nothing is to be done for topics that nothing touched.
 */
export class RecentChanges {
  private segments: Segment[];
  private readingBack: Promise<void> | undefined;
  private hasReadBack = false;
  /** Of the newest event after which somebody may see other folders. */
  private shifted = 0;
  /** Of the newest that restricted a folder, or opened it. */
  private restricted = 0;

  constructor(
    private readonly store: Pick<EventStore, 'read'>,
    private readonly start: number,
  ) {
    this.segments = [segmentFrom(start)];
  }

  /** Takes in the newest event; the caller keeps the order. */
  add(event: StoredEvent): void {
    this.note(event);
    const newest = this.segments.at(-1)!;
    addTo(newest, event);
    if (newest.size < IN_A_SEGMENT) return;
    this.segments.push(segmentFrom(event.position));
    if (this.segments.length > SEGMENTS) this.segments.shift();
  }

  /**
   * The changes of these topics after a position, in the order of the log, and the topics whose number of
   * them is not wanted; undefined where that is longer ago than is remembered.
   */
  since(
    topics: ReadonlySet<Topic>,
    after: number,
    wants: (count: number) => boolean,
  ): Missed | undefined {
    if (after < this.segments[0]!.from) return undefined;
    const changes: RecentChange[] = [];
    const rest = new Set<Topic>();
    for (const topic of topics) {
      const tails = this.segments.flatMap(({ byTopic }) => {
        const list = byTopic.get(topic);
        return list ? [{ list, from: firstAfter(list, after) }] : [];
      });
      const count = tails.reduce((sum, { list, from }) => sum + list.length - from, 0);
      if (count === 0) continue;
      if (!wants(count)) rest.add(topic);
      else for (const { list, from } of tails) changes.push(...list.slice(from));
    }
    return { changes: changes.sort(inOrder), rest };
  }

  /** Makes sure that what happened before the start is known as well, where `after` asks for it. */
  async reachBack(after: number): Promise<void> {
    const [first] = this.segments;
    const isOld = after < this.start && after >= this.start - BEFORE_START;
    if (!isOld || this.hasReadBack || first!.from !== this.start) return;
    this.readingBack ??= this.readBack().finally(() => (this.readingBack = undefined));
    await this.readingBack;
  }

  /** Whether somebody may see other folders than at a position; `isOpen`: nothing is restricted by now. */
  hasShifted(after: number, isOpen: boolean): boolean {
    return after < this.restricted || (!isOpen && after < this.shifted);
  }

  /** It came when the log stood further: what was read until then may be without it. */
  shiftedLate(event: StoredEvent, now: number): void {
    this.note(event, now + 1);
  }

  private note(event: StoredEvent, position = event.position): void {
    const { type } = event;
    if (isShift(event)) this.shifted = Math.max(this.shifted, position);
    if (type === 'FolderAccessSet') this.restricted = Math.max(this.restricted, position);
  }

  private async readBack(): Promise<void> {
    const before = segmentFrom(Math.max(0, this.start - BEFORE_START));
    for (let at = before.from; at < this.start;) {
      const events = await this.store.read(at, Math.min(PAGE, this.start - at));
      const last = events.at(-1);
      if (!last) break;
      for (const event of events) {
        if (!canAdd(before, event)) restart(before, event.position);
        else this.note(event);
      }
      at = last.position;
    }
    this.hasReadBack = true;
    if (this.segments[0]!.from === this.start) this.segments = [before, ...this.segments];
  }
}

function addTo(segment: Segment, event: StoredEvent): void {
  const { position, stream } = event;
  for (const { topic, op } of changesOf(event)) {
    const list = segment.byTopic.get(topic);
    const change = { topic, op, position, stream };
    if (list) list.push(change);
    else segment.byTopic.set(topic, [change]);
    segment.size++;
  }
}

/** False for an event that this release cannot read: nobody knows whom it concerns. */
function canAdd(segment: Segment, event: StoredEvent): boolean {
  try {
    addTo(segment, event);
    return true;
  } catch {
    return false;
  }
}

function restart(segment: Segment, from: number): void {
  segment.from = from;
  segment.size = 0;
  segment.byTopic.clear();
}

function firstAfter(list: readonly RecentChange[], position: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]!.position <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A move is told where it left before it is told where it came. */
const inOrder = (a: RecentChange, b: RecentChange) =>
  a.position - b.position || Number(a.op === 'put') - Number(b.op === 'put');
