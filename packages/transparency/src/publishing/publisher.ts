import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@feusa/contracts/refusals';
import type { Logger } from 'pino';
import type { Candidate, LeaderOptions } from '@feusa/platform/postgres/leader';
import type { TransparentLog } from '../port.js';
import type { Deliveries } from './deliveries.js';
import { ContradictedLog, type Delivery, type Publishing, type Target } from './port.js';

export interface PublisherOptions {
  readonly tree: Pick<TransparentLog, 'size' | 'checkpoint'>;
  readonly targets: readonly Target[];
  readonly deliveries: Deliveries;
  readonly log: Pick<Logger, 'warn'>;
  /** How often it is looked whether something is due, seconds. */
  readonly everySeconds: number;
  elect(lead: LeaderOptions['lead']): Candidate;
}

/** Tells places outside what the log is, each after it has grown; one that is away disturbs nobody. */
export class Publisher implements Publishing {
  private candidate: Candidate | undefined;
  /** What was logged already. */
  private readonly failing = new Set<string>();

  constructor(private readonly options: PublisherOptions) {}

  start(): void {
    if (this.options.targets.length === 0) return;
    this.candidate ??= this.options.elect(async (_client, lost) => {
      while (!lost.aborted) {
        await this.round(lost);
        const pause = this.options.everySeconds * 1000;
        await sleep(pause, undefined, { signal: lost }).catch(() => undefined);
      }
    });
  }

  async close(): Promise<void> {
    await this.candidate?.close();
  }

  deliveries(): Promise<readonly Delivery[]> {
    return this.options.deliveries.of(this.options.targets.map(({ name }) => name));
  }

  /** Tells everybody who is due. */
  async round(lost?: AbortSignal): Promise<void> {
    const known = await this.deliveries();
    await Promise.all(
      this.options.targets.map(async (target, index) => {
        if (!lost?.aborted) await this.publish(target, known[index]!);
      }),
    );
  }

  private async publish(target: Target, { size: delivered, fault }: Delivery): Promise<void> {
    const { tree, deliveries } = this.options;
    try {
      const size = await tree.size();
      if (size === delivered && fault === null) return;
      const every = target.everySeconds - this.options.everySeconds / 2;
      if (fault === null && !(await deliveries.isDue(target.name, every))) return;
      await target.send(await tree.checkpoint(size));
      await deliveries.delivered(target.name, size);
      this.failing.delete(target.name);
    } catch (err) {
      await this.failed(target.name, err as Error);
    }
  }

  private async failed(name: string, err: Error): Promise<void> {
    const { log, deliveries } = this.options;
    if (!this.failing.has(name)) log.warn({ err, target: name }, 'a checkpoint was not delivered');
    this.failing.add(name);
    await deliveries.failed(name, err.message, isContradiction(err)).catch(() => undefined);
  }
}

/** Said by the place outside, or by the signer: then the log is not what was signed of it. */
const isContradiction = (err: Error): boolean =>
  err instanceof ContradictedLog || (err instanceof Refusal && err.code === 'audit/contradiction');
