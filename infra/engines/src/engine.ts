import { StartFault } from '@feusa/platform/start-fault';

import type { Insist } from './insist.js';

export const engineNames = ['kafka', 'opensearch', 'redis', 's3'] as const;
export type EngineName = (typeof engineNames)[number];

/** A running server that tests and the distributed profile may stop, kill and start again. */
export interface Engine {
  readonly name: EngineName;
  /** The product's variables that lead to it, e.g. `{ KAFKA_BROKERS: '127.0.0.1:20481' }`. */
  readonly env: Readonly<Record<string, string>>;
  /** On 127.0.0.1; the same for as long as the engine is open. */
  readonly port: number;
  /** Of the server itself while it runs; a container's server has none here. */
  readonly pid: number | undefined;
  /** Starts it on the same port and data, and waits until it answers. Does nothing while it runs. */
  start(): Promise<void>;
  /** Ends it as its operator would, after 20 s by force. Keeps the data; never rejects. */
  stop(): Promise<void>;
  /** Waits for its end too, unless the signal only halts it. @throws Error where it is not running */
  kill(signal: Signal): Promise<void>;
  /** Throws all its data away. @throws Error while it runs */
  wipe(): Promise<void>;
}

export type Signal = 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT';

export interface EngineOptions {
  /** Belongs to this engine alone: data, settings and what it writes about itself. Made where missing. */
  dir: string;
  /** Without one a free port is taken. */
  port?: number;
  /** For minutes, not days: engines in Java start in half the time, with little memory, but stay slow. */
  brief?: boolean;
  /** Kafka and Redis as processes of this machine can: nobody gets in without. */
  insist?: Insist;
  /** Called with a line on what takes long. */
  log?: (line: string) => void;
}

/** This machine lacks what an engine needs; `message` is one sentence that says what to install. */
export class EngineMissing extends StartFault {}
