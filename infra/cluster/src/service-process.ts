import { createWriteStream, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveWay } from '@feusa/engines/niceness';
import { Program } from './program.js';

const READY_MS = 60_000;
const STOP_MS = 12_000;
const MAX_BACKOFF_MS = 5000;
const RECENT_MS = 60_000;
/** What a service says where no further try can help: a port that another program holds, a bad setting. */
const HOPELESS = /^(Port \d+ (is in use|needs more rights).*|These settings .*)$/m;

export interface ServiceOptions {
  /** What it is called in the status lines, for example `query-1`. */
  readonly name: string;
  /** The program's file. */
  readonly program: string;
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
  /** Its output is appended to this file. */
  readonly logFile: string;
  /** Of what nobody waits for while cores are few: see nice(1). */
  readonly niceness?: number;
  /** How many times longer than usual it may take to get ready; default once. */
  readonly patience?: number | undefined;
  /** Whether it is started again when it ends by itself; default true. */
  readonly restarts?: boolean;
}

/** How a process ended that was not asked to. */
export interface Death {
  readonly pid: number | undefined;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** ms since 1970. */
  readonly at: number;
}

/** One service in a process of its own, on loopback, which is started again when it dies. */
export class ServiceProcess {
  readonly name: string;
  readonly address: string;
  private program: Program | undefined;
  private readonly output: WriteStream;
  private wanted = false;
  private once: NodeJS.ProcessEnv = {};
  private lines = '';
  /** Why it cannot start, in its own words: then it is not tried again. */
  private hopeless: string | undefined;
  /** Ends of its processes that nobody had asked for by `stop`. */
  readonly deaths: Death[] = [];

  constructor(private readonly options: ServiceOptions) {
    this.name = options.name;
    this.address = `http://127.0.0.1:${options.port}`;
    this.output = createWriteStream(options.logFile, { flags: 'a' });
  }

  get pid(): number | undefined {
    return this.program?.pid;
  }

  /** What it has written so far, at most the last 64 KiB. */
  get text(): string {
    return this.lines;
  }

  /** Starts it and answers once it is ready. @throws with its output where it does not get ready */
  async start(): Promise<void> {
    this.wanted = true;
    this.hopeless = undefined;
    this.spawn();
    await this.ready();
  }

  /** Waits until it says that it is ready. @throws at once where it cannot start, with what it says of that */
  async ready(): Promise<void> {
    const until = Date.now() + READY_MS * (this.options.patience ?? 1);
    while (Date.now() < until) {
      if (!this.program && this.options.restarts === false) break;
      if (this.hopeless) throw new Error(`${this.name} cannot start: ${this.hopeless}`);
      const answer = await this.ask('/health/ready');
      if (answer?.ok) return;
      await sleep(100);
    }
    throw new Error(`${this.name} is not ready:\n${this.lines.slice(-4000)}`);
  }

  /** Its answer to a request, undefined where there is none within 2 s. */
  async ask(path: string): Promise<{ readonly ok: boolean; readonly text: string } | undefined> {
    try {
      const answer = await fetch(`${this.address}${path}`, { signal: AbortSignal.timeout(2000) });
      return { ok: answer.ok, text: await answer.text() };
    } catch {
      return undefined;
    }
  }

  /** Sends a signal; a process that dies of it is started again. */
  kill(signal: NodeJS.Signals): void {
    this.program?.signal(signal);
  }

  /** Ends it in order and starts it again; `once` is added to the environment of that one process. */
  async restart(once: NodeJS.ProcessEnv = {}): Promise<void> {
    await this.stop();
    this.once = once;
    await this.start();
  }

  /** Ends it in order, by force after 12 s. */
  async stop(): Promise<void> {
    this.wanted = false;
    await this.program?.end('SIGTERM', STOP_MS);
  }

  private spawn(): void {
    const { program: file, env, port, niceness = 0 } = this.options;
    const program = new Program([file], {
      env: { ...env, ...this.once, PORT: String(port), HOST: '127.0.0.1' },
      cwd: dirname(file),
      // A group of its own: what ends the cluster's process by the keyboard must not end it first.
      detached: true,
      keep: 4096,
      onOutput: (piece) => {
        this.output.write(piece);
        this.lines = (this.lines + piece).slice(-65_536);
      },
    });
    if (program.pid) giveWay(program.pid, niceness);
    this.program = program;
    this.once = {};
    void this.ended(program);
  }

  private async ended(program: Program): Promise<void> {
    const { code, signal, text } = await program.ended;
    if (this.program === program) this.program = undefined;
    if (!this.wanted || this.options.restarts === false) return;
    this.deaths.push({ pid: program.pid, code, signal, at: Date.now() });
    await sleep(this.backoffMs());
    this.hopeless = HOPELESS.exec(text)?.[0];
    if (this.wanted && !this.program && !this.hopeless) this.spawn();
  }

  /** Grows with the deaths of the last minute. */
  private backoffMs(): number {
    const recent = this.deaths.filter(({ at }) => at > Date.now() - RECENT_MS).length;
    return Math.min(50 * 2 ** recent, MAX_BACKOFF_MS);
  }
}
