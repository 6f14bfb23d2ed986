import type { DocumentIndex } from '@feusa/search/find/port';

const LOOK_MS = 1000;

/** Why files can't be searched, in memory: every list of files says it. */
export class TextFaults {
  private readonly reasons = new Map<string, string>();
  private last = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly index: DocumentIndex,
    private readonly onNew: () => void,
  ) {}

  /** By the hash of a file's bytes; undefined where its text is known, or not yet. */
  of(blob: string | null): string | undefined {
    return blob === null ? undefined : this.reasons.get(blob);
  }

  /** What another process has found out is seen a moment later. */
  start(): void {
    this.timer ??= setInterval(() => void this.look().catch(() => undefined), LOOK_MS).unref();
  }

  async look(): Promise<void> {
    const faults = await this.index.faults(this.last);
    for (const { blob, reason, number } of faults) {
      this.reasons.set(blob, reason);
      this.last = Math.max(this.last, number);
    }
    if (faults.length > 0) this.onNew();
  }

  close(): void {
    clearInterval(this.timer);
  }
}
