/** What the script of a bundle answers; specs run it in their own process. */
export type ScriptVerdict =
  | {
      readonly ok: true;
      readonly size: string;
      readonly head?: string;
      /** Of a selection: how many events. */
      readonly selected?: number;
      readonly fits: readonly number[];
      /** The sizes at which the key was turned. */
      readonly turned: readonly number[];
    }
  | { readonly ok: false; readonly position: string; readonly reason: string };

/** Opaque: a key that was read. */
export interface ScriptKey {
  readonly name: string;
}

export interface ScriptTrust {
  readonly notes?: readonly string[];
  readonly key?: ScriptKey;
  readonly witnesses?: readonly ScriptKey[];
  readonly inclusion?: readonly {
    readonly position: string;
    readonly leafHash: string;
    readonly proof: readonly string[];
  }[];
}

export function readKey(text: string): ScriptKey;
export function verifyEvents(
  lines: Iterable<string> | AsyncIterable<string>,
  trust: ScriptTrust,
): Promise<ScriptVerdict>;
/** A place to read from: the whole of an export alone, whatever its name, or the parts of a bundle. */
export interface ScriptSource {
  readonly isBundle: boolean;
  /** Nothing where there is no such part; the last bytes are enough where it says how many. */
  bytes(name: string, last?: number): AsyncIterable<Buffer>;
}

export function linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string>;
export function verifyLog(
  place: string | ScriptSource,
  trust?: {
    readonly checkpoints?: readonly string[];
    readonly key?: string;
    readonly witnesses?: readonly string[];
  },
): Promise<ScriptVerdict>;
/** What is said of a log that was found good, line by line; `key` is the one that somebody named. */
export function wordsOf(
  verdict: {
    readonly size: string;
    readonly head?: string;
    readonly selected?: number;
    readonly fits?: readonly number[];
    readonly turned?: readonly number[];
  },
  key?: string,
): Iterable<string>;
