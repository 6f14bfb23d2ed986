import { setTimeout as sleep } from 'node:timers/promises';
import { outsideRequests } from '@feusa/telemetry/request-context';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { EventStore } from '../../event-store/port.js';
import type { TransparentLog } from '../port.js';
import { WitnessClient } from '../publishing/witness-client.js';
import type { WitnessAddress } from '../publishing/witness-address.js';
import type { CheckpointSigner } from '../signer.js';
import { abandonedIn, keyOf } from './acceptances.js';
import { compare, compareWithWitness, type Contradiction } from './compare.js';
import { knownOf } from './known.js';
import type { LogGuard } from './port.js';

const LOOK_EVERY_MS = 2000;
/** A start does not wait longer for witnesses; what they say later still counts. */
const PATIENCE_MS = 2000;

export interface GuardOptions {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head' | 'read' | 'readRecords'>;
  readonly tree: TransparentLog;
  readonly signer: CheckpointSigner;
  /** Where checkpoints are written to. */
  readonly directory: string | undefined;
  readonly witnesses: readonly WitnessAddress[];
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

/** Compares at the start, and while something is wrong. */
export class Guard implements LogGuard {
  private found: readonly Contradiction[] = [];
  private timer: NodeJS.Timeout | undefined;
  private started: Promise<void> | undefined;

  constructor(private readonly options: GuardOptions) {}

  get fault(): string | undefined {
    return this.found[0]?.reason;
  }

  start(): Promise<void> {
    return (this.started ??= this.begin());
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Everything that contradicts and was not signed for. */
  async contradictions(): Promise<Contradiction[]> {
    const here = await this.contradictionsHere();
    return [...here, ...(await this.accepted(await this.ofWitnesses()))];
  }

  private async begin(): Promise<void> {
    this.tell(await this.contradictionsHere());
    const witnesses = this.ofWitnesses().then(async (said) => {
      this.tell([...this.found, ...(await this.accepted(said))]);
    });
    witnesses.catch((err: unknown) => this.options.log.warn({ err }, 'witnesses were not asked'));
    await Promise.race([witnesses, sleep(PATIENCE_MS, undefined, { ref: false })]);
  }

  private async contradictionsHere(): Promise<Contradiction[]> {
    const found = await Promise.all(
      (await knownOf(this.options)).map((known) => compare(this.options, known)),
    );
    return this.accepted(found.filter((each) => each !== undefined));
  }

  private async ofWitnesses(): Promise<Contradiction[]> {
    const { witnesses, tree } = this.options;
    const said = witnesses.map((address) =>
      compareWithWitness(this.options, new WitnessClient(address, tree)),
    );
    return (await Promise.all(said)).filter((each) => each !== undefined);
  }

  /** Without what operators have signed for. */
  private async accepted(found: readonly Contradiction[]): Promise<Contradiction[]> {
    if (found.length === 0) return [];
    const abandoned = await abandonedIn(this.options.pool, this.options.signer);
    return found.filter((each) => !abandoned.has(keyOf(each)));
  }

  private tell(found: readonly Contradiction[]): void {
    const [was, { log }] = [this.fault, this.options];
    this.found = found;
    if (this.fault === was) return;
    if (this.fault === undefined)
      log.warn('an operator has signed for the log: it is written again');
    else log.error({ found: found.map(({ reason }) => reason) }, 'the log is not written any more');
    if (this.fault !== undefined) this.lookAgain();
    else clearInterval(this.timer);
  }

  private lookAgain(): void {
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      outsideRequests(() => {
        this.look().catch((err: unknown) =>
          this.options.log.warn({ err }, 'the log was not compared'),
        );
      });
    }, LOOK_EVERY_MS).unref();
  }

  /** What a witness said holds until somebody signs for it. */
  private async look(): Promise<void> {
    const said = this.found.filter(({ witness }) => witness !== undefined);
    this.tell([...(await this.contradictionsHere()), ...(await this.accepted(said))]);
  }
}
