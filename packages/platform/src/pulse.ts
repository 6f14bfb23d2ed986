import { trustFault } from './trust.js';

/** How old the last word of an engine may be. */
const FRESH_MS = 5000;
const WITHIN_MS = 1500;

/**
 * How an engine is: as the last call found it or, where that is long ago, as it answers a cheap question.
 * `probe` asks that, and answers with what is wrong, in a few words; undefined where all is well.
 */
export class Pulse {
  private fault: string | undefined;
  private heardAt = -Infinity;
  private asking: Promise<void> | undefined;

  constructor(private readonly probe: () => Promise<string | undefined>) {}

  /** To be told after every call what was wrong with it, undefined where it was answered. */
  heard(fault?: string): void {
    this.fault = fault;
    this.heardAt = performance.now();
  }

  /** What is wrong, within 1.5 s. */
  async state(): Promise<string | undefined> {
    if (performance.now() - this.heardAt > FRESH_MS) {
      await (this.asking ??= this.ask().finally(() => (this.asking = undefined)));
    }
    return this.fault;
  }

  private async ask(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((end) => (timer = setTimeout(end, WITHIN_MS, 'no answer')));
    this.heard(await Promise.race([this.probe().catch(meaningOf), late]));
    clearTimeout(timer);
  }
}

const meaningOf = (fault: unknown) => trustFault(fault) ?? 'not reachable';
