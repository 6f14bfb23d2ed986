import type { StoredEvent } from '@feusa/contracts/events';
import type { DeadLetter } from './port.js';

/** A stream whose events wait from a version on. */
interface Hold {
  from: number;
  readonly position: number;
  /** The first version that was kept back from this process; undefined as long as none was. */
  left: number | undefined;
}

/** Which streams wait, as this process knows it. */
export class BlockedStreams {
  private readonly blocks = new Map<string, Hold>();

  /** The events that do not wait; the very same list where nothing does. */
  pass(events: readonly StoredEvent[]): readonly StoredEvent[] {
    if (this.blocks.size === 0) return events;
    return events.filter((event) => !this.keepsBack(event));
  }

  private keepsBack({ stream, version }: StoredEvent): boolean {
    const hold = this.blocks.get(stream);
    if (!hold || version < hold.from) return false;
    hold.left = Math.min(hold.left ?? version, version);
    return true;
  }

  /** Takes over what is blocked; what is known already stays as it is. */
  take(letters: readonly DeadLetter[]): void {
    for (const { stream, fromVersion, position } of letters) {
      if (!this.blocks.has(stream)) {
        this.blocks.set(stream, { from: fromVersion, position, left: undefined });
      }
    }
  }

  /** Events up to here came before this process did: of streams that had stopped by then, it missed some. */
  beganAt(position: number): void {
    for (const hold of this.blocks.values()) {
      if (hold.position <= position) hold.left ??= hold.from;
    }
  }

  /** This process has itself found that the stream stops here. */
  stop(stream: string, version: number, position: number): void {
    this.blocks.set(stream, { from: version, position, left: version });
  }

  leftOut(stream: string): number | undefined {
    return this.blocks.get(stream)?.left;
  }

  free(stream: string): void {
    this.blocks.delete(stream);
  }

  streams(): string[] {
    return [...this.blocks.keys()];
  }
}
