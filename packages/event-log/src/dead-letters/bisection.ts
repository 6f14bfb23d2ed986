import type { StoredEvent } from '@feusa/contracts/events';
import { isOutage } from '@feusa/platform/unavailable';

const TRIES = 5;
const FIRST_PAUSE_MS = 100;
/** So many streams one after the other, and nothing that works: it is not the events that are at fault. */
const BROKEN = 20;

export interface BisectionOptions {
  handle(events: readonly StoredEvent[], upTo: number): Promise<void>;
  /** The stream of this event is to be blocked: it was tried so often in vain. */
  giveUp(event: StoredEvent, fault: unknown, tries: number): Promise<void>;
  pause(ms: number): Promise<void>;
  /** Streams that failed since anything last worked; outlives a batch. */
  readonly failing: Set<string>;
}

interface Suspect {
  /** In order; the first one failed. */
  readonly events: StoredEvent[];
  tries: number;
  fault: unknown;
  dueMs: number;
}

/**
 * Finds out which events of a batch make it fail. Everything else is handled, each stream in order. The
 * checkpoint stays before whatever is not handled yet, so nothing is lost where the process dies.
 */
export class Bisection {
  private readonly suspects = new Map<string, Suspect>();
  private clockMs = 0;

  constructor(private readonly options: BisectionOptions) {}

  /** @throws where it is not the fault of single events: then nothing was blocked for it */
  async run(events: readonly StoredEvent[], fault: unknown, upTo: number): Promise<void> {
    await this.halve(events, fault);
    while (this.suspects.size > 0) await this.retry(this.nextSuspect());
    await this.options.handle([], upTo);
  }

  private async halve(events: readonly StoredEvent[], fault: unknown): Promise<void> {
    const [first] = events;
    if (events.length <= 1) return first && this.suspect(first, fault);
    const half = events.length >> 1;
    await this.attempt(events.slice(0, half));
    await this.attempt(events.slice(half));
  }

  private async attempt(events: readonly StoredEvent[]): Promise<void> {
    const due = events.filter((event) => !this.waits(event));
    if (due.length === 0) return;
    const fault = await this.faultOf(due, due.at(-1)!.position);
    if (fault !== undefined) await this.halve(due, fault);
  }

  /** Behind an event that failed, its stream waits too. */
  private waits(event: StoredEvent): boolean {
    const suspect = this.suspects.get(event.stream);
    suspect?.events.push(event);
    return suspect !== undefined;
  }

  private suspect(event: StoredEvent, fault: unknown): void {
    this.suspects.set(event.stream, {
      events: [event],
      tries: 1,
      fault,
      dueMs: this.clockMs + FIRST_PAUSE_MS,
    });
    const { failing } = this.options;
    failing.add(event.stream);
    if (failing.size >= BROKEN) throw fault;
  }

  private nextSuspect(): [string, Suspect] {
    return [...this.suspects].reduce((one, other) => (other[1].dueMs < one[1].dueMs ? other : one));
  }

  private async retry([stream, suspect]: [string, Suspect]): Promise<void> {
    const waitMs = suspect.dueMs - this.clockMs;
    if (waitMs > 0) await this.options.pause(waitMs);
    this.clockMs = Math.max(this.clockMs, suspect.dueMs);
    for (let [event] = suspect.events; event; [event] = suspect.events) {
      const fault = await this.faultOf([event], event.position);
      if (fault !== undefined) return this.again(event, suspect, fault);
      suspect.events.shift();
      suspect.tries = 0;
    }
    this.suspects.delete(stream);
  }

  private async again(event: StoredEvent, suspect: Suspect, fault: unknown): Promise<void> {
    suspect.tries++;
    suspect.fault = fault;
    suspect.dueMs = this.clockMs + FIRST_PAUSE_MS * 2 ** (suspect.tries - 1);
    if (suspect.tries < TRIES) return;
    // A consumer that cannot even handle nothing is broken, whatever the event is like.
    await this.options.handle([], this.floor());
    await this.options.giveUp(event, fault, suspect.tries);
    this.suspects.delete(event.stream);
  }

  /** Undefined where the events are handled. @throws an outage */
  private async faultOf(events: readonly StoredEvent[], upTo: number): Promise<unknown> {
    try {
      await this.options.handle(events, Math.min(upTo, this.floor()));
    } catch (fault) {
      if (isOutage(fault)) throw fault;
      return fault ?? new Error('failed');
    }
    this.options.failing.clear();
    return undefined;
  }

  /** The position before anything that waits. */
  private floor(): number {
    const waiting = [...this.suspects.values()].map(({ events }) => events[0]!.position - 1);
    return Math.min(...waiting, Number.MAX_SAFE_INTEGER);
  }
}
