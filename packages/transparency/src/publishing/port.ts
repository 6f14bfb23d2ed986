import type { Signed } from '../port.js';

/** A place outside that is told what the log was. */
export interface Target {
  /** Names it in figures and logs. */
  readonly name: string;
  /** It is told at most so often. */
  readonly everySeconds: number;
  /** @throws where it is away, or does not take it */
  send(signed: Signed): Promise<void>;
}

/** A place outside does not take what it is told, as it knows a longer log or another one. */
export class ContradictedLog extends Error {}

/** How far a place outside has been told; `failing` in seconds, 0 where all is well. */
export interface Delivery {
  readonly target: string;
  readonly size: number;
  readonly fault: string | null;
  /** Whether it knows another log, or nothing may be signed for it any more. */
  readonly contradicts: boolean;
  readonly failing: number;
}

/** Brings checkpoints out of this machine, in one process of several. */
export interface Publishing {
  /** Takes part in the election of the one process that sends; nothing where there is nowhere to send. */
  start(): void;
  /** Of each place outside, as the database knows it from whoever sends. */
  deliveries(): Promise<readonly Delivery[]>;
  close(): Promise<void>;
}
