import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const LOOKED_AT_MS = 100;
const PAGE_BYTES = 4096;
const HEAP_MIB = memoryBounds.readerHeap.value;
/** What leaks in a library goes with its process. */
const PIECES = 200;
const IDLE_MS = 60_000;

/** Why a process gave no answer. */
export type Failure = 'broken' | 'too-slow' | 'too-much';

interface Apart {
  /** The program as it is called once it is built, and as source. */
  readonly program: { readonly built: string; readonly source: string };
  /** For one piece of work. */
  readonly timeMs: number;
  /** In bytes. */
  readonly memory: number;
  /** Pieces of work after which the process is made anew. */
  readonly pieces?: number;
}

/**
 * A process for work on bytes that may be made to harm: one piece at a time. It is started with the first,
 * ended where one takes too much or none comes any more, and made anew.
 */
export class ProcessApart<Answer extends object> {
  private child: ChildProcess | undefined;
  private done = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly apart: Apart) {}

  /** Never rejects, whatever becomes of the process. */
  async ask(work: object): Promise<Answer | Failure> {
    clearTimeout(this.idle);
    const child = (this.child ??= start(this.apart.program));
    const answer = await this.answerOf(child, work);
    this.done += 1;
    if (this.done >= (this.apart.pieces ?? PIECES) || !child.connected) this.end();
    else this.idle = setTimeout(() => this.end(), IDLE_MS).unref();
    return answer;
  }

  end(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
    this.done = 0;
  }

  private answerOf(child: ChildProcess, work: object): Promise<Answer | Failure> {
    return new Promise((resolve) => {
      const finish = (answer: Answer | Failure) => {
        clearTimeout(timer);
        clearInterval(watch);
        child.removeAllListeners();
        // What still goes wrong with it is of no interest to anybody.
        child.on('error', () => undefined);
        resolve(answer);
      };
      const giveUp = (failure: Failure) => {
        this.end();
        finish(failure);
      };
      const timer = setTimeout(() => giveUp('too-slow'), this.apart.timeMs);
      const look = () =>
        void memoryOf(child.pid).then((used) => used > this.apart.memory && giveUp('too-much'));
      const watch = setInterval(look, LOOKED_AT_MS);
      child.once('message', (answer) => finish(answer as Answer));
      child.once('error', () => giveUp('broken'));
      child.once('exit', (_code, signal) => giveUp(signal === 'SIGABRT' ? 'too-much' : 'broken'));
      child.send(work, (fault) => fault && giveUp('broken'));
    });
  }
}

function start(program: Apart['program']): ChildProcess {
  const { file, loader } = whereIs(program);
  const child = fork(file, [], {
    execArgv: [
      `--max-old-space-size=${HEAP_MIB}`,
      '--disable-warning=ExperimentalWarning',
      ...loader,
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // It needs none of the secrets of the service.
    env: {},
  });
  // While it has nothing to do it keeps no service from ending.
  child.unref();
  child.channel?.unref();
  return child;
}

/** Beside the programs once they are built, else as source. */
function whereIs({ built, source }: Apart['program']) {
  const here = import.meta.dirname;
  const places = [`${built}.js`, `../${built}.js`].map((place) => path.join(here, place));
  const file = places.find((each) => existsSync(each));
  if (file) return { file, loader: [] };
  return { file: source, loader: source.endsWith('.ts') ? ['--import', 'tsx'] : [] };
}

/** In bytes; 0 where the system does not tell, as its heap is bounded anyway. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
}
