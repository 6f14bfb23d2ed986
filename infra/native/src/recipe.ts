/** What a recipe may use of one engine's place. */
export interface Place {
  /** Settings and logs; `data` below it holds the data. */
  readonly dir: string;
  readonly data: string;
  readonly port: number;
  readonly heap: string | undefined;
}

export interface Command {
  readonly file: string;
  /** One of them names the engine's directory: by it a left-over process is known as ours. */
  readonly args: readonly string[];
}

/** How one engine is run as a plain process. */
export interface Recipe {
  /** Name and version, e.g. `Kafka 4.3.1`. */
  readonly title: string;
  /** Fetches its programs where they are not yet. @throws EngineMissing */
  fetch(log: (line: string) => void): Promise<void>;
  /** Writes its settings and, on the first start, its empty data. */
  prepare(place: Place): Promise<Command>;
  /** Whether it serves requests. Never rejects. */
  answers(port: number): Promise<boolean>;
  env(port: number): Record<string, string>;
}
