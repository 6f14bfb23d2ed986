import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { EventStore } from '@feusa/event-log/store/port';
import { followLogKey } from '../log-key.js';
import type { TransparentLog } from '../port.js';
import type { WitnessAddress } from '../publishing/witness-address.js';
import type { CheckpointSigner } from '../signer.js';
import { keyOf, withoutAbandoned } from './acceptances.js';
import { compareWithCheckpoint, type Contradiction } from './compare.js';
import { Doubts } from './doubts.js';
import { LastSigned } from './known.js';
import { signaturesOf } from './other-key.js';
import type { LogGuard } from './port.js';
import { Witnesses } from './witnesses.js';

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
  /** Pause until it is looked again whether anybody knows another log. */
  readonly lookEveryMs?: number;
  /** Pause until it is compared again with what lies here. */
  readonly compareEveryMs: number;
}

/** What contradicts the log, and the names of witnesses that could not be asked. */
export interface Examined {
  readonly contradictions: readonly Contradiction[];
  readonly away: readonly string[];
}

/**
 * Compares at the start, with each witness once it can be asked, and while it runs: every minute with what
 * lies here, at once with everybody where a place outside says that it knows another log. What it has found
 * whole it signs, and keeps beside the key.
 */
export class Guard implements LogGuard {
  private found: readonly Contradiction[] = [];
  private readonly witnesses: Witnesses;
  private readonly doubts: Doubts;
  /** Whether it was told that nothing could be compared. */
  private isBlind = false;
  private timer: NodeJS.Timeout | undefined;
  private started: Promise<void> | undefined;
  private closed = false;

  constructor(private readonly options: GuardOptions) {
    this.witnesses = new Witnesses(options);
    this.doubts = new Doubts(options);
  }

  get fault(): string | undefined {
    return this.found[0]?.reason;
  }

  start(): Promise<void> {
    return (this.started ??= this.begin());
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** Everything that contradicts and was not signed for. Where this is not the known log, nothing is signed. */
  async examine(): Promise<Examined> {
    const here = await this.contradictionsHere();
    const said = here.length > 0 ? await this.held(here) : await this.witnesses.listen();
    const contradictions = [...here, ...(await this.accepted(said))];
    return { contradictions, away: this.witnesses.unheard };
  }

  /** What witnesses hold, asked with what somebody has signed before. */
  private async held(here: readonly Contradiction[]): Promise<Contradiction[]> {
    const last = await this.options.tree.lastSigned();
    const signed = [...here.flatMap((each) => each.known ?? []), ...(last ? [last] : [])];
    return signed.length > 0 ? this.witnesses.hold(signed) : [];
  }

  private async begin(): Promise<void> {
    const { log } = this.options;
    this.report(
      await this.contradictionsHere((err) => log.warn({ err }, 'a checkpoint is not compared')),
    );
    const looked = this.look();
    await Promise.race([looked, sleep(PATIENCE_MS, undefined, { ref: false })]);
    if (this.witnesses.unheard.length > 0 && this.fault === undefined) {
      log.warn({ witnesses: this.witnesses.unheard }, 'witnesses are away: they are asked later');
    }
  }

  private async contradictionsHere(report?: (fault: Error) => void): Promise<Contradiction[]> {
    const { known, contradictions } = await signaturesOf(this.options, report);
    const found = await Promise.all(known.map((each) => compareWithCheckpoint(this.options, each)));
    return this.accepted([...contradictions, ...found.filter((each) => each !== undefined)]);
  }

  /** Without what operators have signed for. */
  private accepted(found: readonly Contradiction[]): Promise<Contradiction[]> {
    return withoutAbandoned(this.options.pool, this.options.signer, found);
  }

  private report(found: readonly Contradiction[]): void {
    const [was, { log }] = [this.fault, this.options];
    this.found = found;
    if (this.fault === was) return;
    if (this.fault === undefined)
      log.warn('an operator has signed for the log: it is written again');
    else log.error({ found: found.map(({ reason }) => reason) }, 'the log is not written any more');
  }

  private async look(): Promise<void> {
    try {
      await this.lookOnce();
      this.isBlind = false;
    } catch (err) {
      if (!this.isBlind && !this.closed)
        this.options.log.warn({ err }, 'the log was not compared: it is tried again');
      this.isBlind = true;
    }
    if (!this.closed) this.lookLater();
  }

  private lookLater(): void {
    const pause = this.options.lookEveryMs ?? LOOK_EVERY_MS;
    this.timer = setTimeout(() => void this.look(), pause).unref();
  }

  /** What a witness said holds until somebody signs for it. Of a log that is wrong, none is asked to sign. */
  private async lookOnce(): Promise<void> {
    await followLogKey(this.options.pool, this.options.signer);
    const isDoubted = await this.doubts.areNew();
    const isDue = this.doubts.isTime() || isDoubted || this.fault !== undefined;
    if (isDoubted) this.witnesses.doubt();
    if (!isDue && this.witnesses.unheard.length === 0) return;
    const said = this.found.filter(({ witness }) => witness !== undefined);
    const here = isDue ? await this.contradictionsHere() : [];
    const more = here.length === 0 ? await this.witnesses.listen() : [];
    const outside = new Map([...said, ...more].map((each) => [keyOf(each), each]));
    this.report([...here, ...(await this.accepted([...outside.values()]))]);
    if (isDue && this.fault === undefined) await this.remember();
  }

  /** Whoever asks nobody for checkpoints knows by these what was in the log, should an older one come back. */
  private async remember(): Promise<void> {
    const { tree, signer } = this.options;
    const { size, note } = await tree.checkpoint(await tree.size());
    if (size > 0) await new LastSigned(signer).grow(size, note);
  }
}
