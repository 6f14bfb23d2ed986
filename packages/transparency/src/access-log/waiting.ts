import { accessLogBounds } from '@feusa/contracts/access-log-bounds';
import { accessEntries } from '@feusa/platform/telemetry/metrics';
import type { Access } from './port.js';

/** Something that happened, and when. */
export interface Happened extends Access {
  readonly at: string;
  readonly requests?: number;
  /** Of entries that could not be kept. */
  readonly count?: number;
}

interface Gathered {
  sum: Happened & { requests: number };
  readonly begun: number;
  timer: NodeJS.Timeout;
}

const MINUTE_MS = 60_000;

/** What is to be written: bounded, in order, with a count of what had no room. */
export class Waiting {
  private readonly entries: Happened[] = [];
  private readonly gathered = new Map<string, Gathered>();
  private readonly counts = new Map<string, number>();
  private minute = 0;
  private lost = 0;

  constructor(private readonly arrived: () => void) {}

  get isEmpty(): boolean {
    return this.entries.length === 0 && this.lost === 0;
  }

  add(entry: Happened): void {
    const hasRoom = this.entries.length < accessLogBounds.waiting.value && this.isAllowed(entry);
    accessEntries.inc({ kind: entry.kind });
    if (hasRoom) this.entries.push(entry);
    else this.lose();
    this.arrived();
  }

  private lose(): void {
    accessEntries.inc({ kind: 'lost' });
    this.lost += 1;
  }

  /** Sums up what has the same key, until nothing comes for a while. */
  gather(key: string, entry: Happened): void {
    const known = this.gathered.get(key);
    if (!known && this.gathered.size >= accessLogBounds.gathered.value) return this.add(entry);
    const gathered = known ?? {
      sum: { ...entry, bytes: 0, requests: 0 },
      begun: performance.now(),
      timer: setTimeout(() => undefined, 0),
    };
    const { sum, begun } = gathered;
    const bytes = (sum.bytes ?? 0) + (entry.bytes ?? 0);
    gathered.sum = {
      ...entry,
      at: sum.at,
      requests: sum.requests + 1,
      ...(entry.bytes !== undefined && { bytes }),
    };
    clearTimeout(gathered.timer);
    this.gathered.set(key, gathered);
    const isOld = performance.now() - begun >= accessLogBounds.longest.value;
    if (isOld) return this.end(key);
    gathered.timer = setTimeout(() => this.end(key), accessLogBounds.quiet.value);
    gathered.timer.unref();
  }

  /** The next ones to be written; they stay until they are. */
  next(): { readonly batch: readonly Happened[]; readonly lost: number } {
    const { lost } = this;
    const batch = this.entries.slice(0, accessLogBounds.batch.value);
    if (lost === 0) return { batch, lost };
    const at = new Date().toISOString();
    return { batch: [...batch, { kind: 'lost', at, count: lost }], lost };
  }

  written(entries: number, lost: number): void {
    this.entries.splice(0, entries);
    this.lost -= lost;
  }

  /** Nothing is gathered any more. */
  endAll(): void {
    for (const key of [...this.gathered.keys()]) this.end(key);
  }

  private end(key: string): void {
    const gathered = this.gathered.get(key);
    if (!gathered) return;
    clearTimeout(gathered.timer);
    this.gathered.delete(key);
    this.add(gathered.sum);
  }

  /** Nobody fills the log: more than so many in a minute are only counted. */
  private isAllowed({ user }: Happened): boolean {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute !== this.minute) this.counts.clear();
    this.minute = minute;
    const who = user ?? '';
    const count = (this.counts.get(who) ?? 0) + 1;
    this.counts.set(who, count);
    const { ofPerson, ofStrangers } = accessLogBounds;
    return count <= (user ? ofPerson : ofStrangers).value;
  }
}
