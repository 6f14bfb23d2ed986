import type { Pool } from 'pg';
import { Deliveries } from '../publishing/deliveries.js';
import { nameOfDirectory, nameOfWitness } from '../publishing/targets.js';
import type { WitnessAddress } from '../publishing/witness-address.js';

export interface DoubtsOptions {
  readonly pool: Pool;
  readonly directory: string | undefined;
  readonly witnesses: readonly WitnessAddress[];
  /** What lies here is compared so often even where nobody doubts it. */
  readonly compareEveryMs: number;
}

/**
 * When a log is to be compared again while the product runs: where a place outside did not take a checkpoint
 * as it knows another log, whichever process has sent it, and from time to time.
 */
export class Doubts {
  private readonly deliveries: Deliveries;
  private readonly targets: readonly string[];
  private readonly heard = new Set<string>();
  private comparedAt = performance.now();

  constructor(private readonly options: DoubtsOptions) {
    const { pool, directory, witnesses } = options;
    this.deliveries = new Deliveries(pool);
    const directories = directory === undefined ? [] : [nameOfDirectory(directory)];
    this.targets = [...witnesses.map(nameOfWitness), ...directories];
  }

  /** Whether one is there that was not before; the same words count once, until they are taken back. */
  async areNew(): Promise<boolean> {
    const said = this.targets.length === 0 ? [] : await this.deliveries.of(this.targets);
    const doubts = said.flatMap(({ target, fault, contradicts }) =>
      contradicts ? [`${target}: ${fault}`] : [],
    );
    const isNew = doubts.some((each) => !this.heard.has(each));
    this.heard.clear();
    for (const each of doubts) this.heard.add(each);
    return isNew;
  }

  /** Whether it was not compared for long; asked, it counts as compared. */
  isTime(): boolean {
    const now = performance.now();
    if (now - this.comparedAt < this.options.compareEveryMs) return false;
    this.comparedAt = now;
    return true;
  }
}
