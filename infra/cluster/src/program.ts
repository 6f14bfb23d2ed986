import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../../..');
const READY_MS = 120_000;
const PATIENCE_MS = 1000;

export interface ProgramOptions extends SpawnOptions {
  /** What runs the words; Node where it is left out. */
  readonly file?: string;
  /** Gets piece by piece what the program writes. */
  readonly onOutput?: (piece: string) => void;
  /** How much of its end `text` keeps, in characters; all of it where it is left out. */
  readonly keep?: number;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
  /** Both, in the order in which they came. */
  readonly text: string;
}

/** A program in a process of its own. It starts in the root of the repository, and reads no input. */
export class Program {
  private readonly child: ChildProcess;
  private readonly written = { out: '', err: '', text: '' };
  /** Settles once the process is gone and all is read that it has written. */
  readonly ended: Promise<Ended>;
  isOver = false;

  constructor(words: readonly string[], options: ProgramOptions = {}) {
    const { file = process.execPath, onOutput, keep = Infinity, ...rest } = options;
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    this.child = spawn(file, words, { cwd: root, stdio: [...stdio], ...rest });
    const { written, child } = this;
    const add = (to: keyof typeof written, piece: string) =>
      (written[to] = (written[to] + piece).slice(-keep));
    for (const [stream, to] of [[child.stdout, 'out'] as const, [child.stderr, 'err'] as const])
      stream?.setEncoding('utf8').on('data', (piece: string) => {
        for (const each of [to, 'text'] as const) add(each, piece);
        onOutput?.(piece);
      });
    this.ended = new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null) => {
        this.isOver = true;
        resolve({ code, signal, ...written });
      };
      child.once('close', end);
      // What it has started itself may hold its output open.
      child.once('exit', (...how) => setTimeout(end, PATIENCE_MS, ...how).unref());
      child.once('error', (fault) => {
        add('text', fault.message);
        end(null, null);
      });
    });
  }

  /** 0 where it could not be started. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** What it has written so far. */
  get text(): string {
    return this.written.text;
  }

  /**
   * Waits until it has written something.
   * @returns the pattern's first group, or all of what fits it
   * @throws with its output where it ends before that, or does not write it in time
   */
  async says(pattern: RegExp): Promise<string> {
    for (const end = Date.now() + READY_MS; ; await sleep(20)) {
      const found = pattern.exec(this.text);
      if (found) return found[1] ?? found[0];
      if (this.isOver || Date.now() > end)
        throw new Error(`The program did not say ${String(pattern)}:\n${this.text}`);
    }
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Ends it, in order unless told otherwise, and by force where it is still there after `patience` ms. */
  async end(signal: NodeJS.Signals = 'SIGTERM', patience = Infinity): Promise<Ended> {
    this.signal(signal);
    const late =
      patience < Infinity ? setTimeout(() => this.signal('SIGKILL'), patience) : undefined;
    return this.ended.finally(() => clearTimeout(late));
  }
}

/** Runs a program to its end. */
export const run = (words: readonly string[], options?: ProgramOptions): Promise<Ended> =>
  new Program(words, options).ended;

/** The words that run a program of ours from its source. */
export const source = (file: string, ...words: string[]): string[] => [
  ...['--import', 'tsx', path.join(root, file)],
  ...words,
];

/** The words that run a program of ours as it is built, `cli/backup` for one: that takes a fifth of the work. */
export const built = (program: string, ...words: string[]): string[] => [
  path.join(root, 'dist', `${program}.js`),
  ...words,
];
