import { setTimeout as sleep } from 'node:timers/promises';
import type { Insist } from './insist.js';

/** What a recipe may use of one engine's place. */
export interface EngineContext {
  /** Settings and logs; `data` below it holds the data. */
  readonly dir: string;
  readonly data: string;
  readonly port: number;
  /** To be up soon rather than to be fast later. */
  readonly brief: boolean;
  readonly insist?: Insist | undefined;
}

export interface Command {
  readonly file: string;
  /** One of them names the engine's directory: by it a left-over process is known as ours. */
  readonly args: readonly string[];
  /** Of what nobody waits for while cores are few: see nice(1). */
  readonly niceness?: number;
}

export interface Container {
  readonly image: string;
  /** Inside the container. */
  readonly port: number;
  /** The folder inside the container that a volume is kept for. */
  readonly data: string;
  readonly env: Record<string, string>;
  readonly command?: readonly string[];
}

/** How one engine is run, as a plain process or in a container. */
export interface Recipe {
  /** Name and version, e.g. `Kafka 4.3.1`. */
  readonly title: string;
  /** Fetches its programs where they are not yet. @throws EngineMissing */
  fetch(log: (line: string) => void): Promise<void>;
  /** Writes its settings and, on the first start, its empty data. */
  prepare(place: EngineContext): Promise<Command>;
  /** The container that serves it at `port` of this machine. */
  container(port: number): Container;
  /** Whether it serves requests. Never rejects. */
  answers(port: number, insist?: Insist): Promise<boolean>;
  env(port: number, insist?: Insist): Record<string, string>;
}

const PATIENCE = 90_000;

/** Waits up to 90 s for an engine to serve requests. @returns false where it ended or took longer */
export const comesUp = async (
  recipe: Recipe,
  { port, insist }: Pick<EngineContext, 'port' | 'insist'>,
  hasEnded: () => boolean = () => false,
): Promise<boolean> => {
  const end = Date.now() + PATIENCE;
  while (!hasEnded() && Date.now() < end) {
    if (await recipe.answers(port, insist)) return true;
    await sleep(50);
  }
  return false;
};
