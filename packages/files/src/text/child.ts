import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TextFormat } from '@feusa/contracts/find';
import { textBounds } from '@feusa/contracts/find-bounds';
import { reasons, type ExtractedText, type TextExtractor } from './port.js';

const LOOKED_AT_MS = 100;
const PAGE_BYTES = 4096;
const HEAP_MIB = 384;
/** What leaks in a library goes with its process. */
const DOCUMENTS = 200;

/** How long and with how much memory one document may be read; and by which program, where not by ours. */
export interface ExtractionLimits {
  readonly timeMs?: number;
  readonly memory?: number;
  readonly program?: string;
}

/** A process that reads documents, one at a time; it is ended where one takes too much, and made anew. */
class ChildExtractor implements TextExtractor {
  private child: ChildProcess | undefined;
  private done = 0;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly timeMs: number;
  private readonly memory: number;
  private readonly program: string | undefined;

  constructor(limits: ExtractionLimits) {
    this.timeMs = limits.timeMs ?? textBounds.time.value;
    this.memory = limits.memory ?? textBounds.memory.value;
    this.program = limits.program;
  }

  extract(bytes: Uint8Array, format: TextFormat): Promise<ExtractedText> {
    const answer = this.turn.then(() => this.read(bytes, format));
    this.turn = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    this.end();
    await this.turn;
    this.end();
  }

  private async read(bytes: Uint8Array, format: TextFormat): Promise<ExtractedText> {
    if (bytes.length > textBounds.fileSize.value) return { reason: reasons.tooLarge };
    const child = (this.child ??= start(this.program));
    const answer = await this.ask(child, { bytes, format });
    this.done += 1;
    if (this.done >= DOCUMENTS || !child.connected) this.end();
    return answer;
  }

  private ask(child: ChildProcess, work: object): Promise<ExtractedText> {
    return new Promise((resolve) => {
      const finish = (answer: ExtractedText) => {
        clearTimeout(timer);
        clearInterval(watch);
        child.removeAllListeners();
        // What still goes wrong with it is of no interest to anybody.
        child.on('error', () => undefined);
        resolve(answer);
      };
      const giveUp = (reason: string) => {
        this.end();
        finish({ reason });
      };
      const timer = setTimeout(() => giveUp(reasons.tooSlow), this.timeMs);
      const look = () =>
        void memoryOf(child.pid).then((memory) => memory > this.memory && giveUp(reasons.tooMuch));
      const watch = setInterval(look, LOOKED_AT_MS);
      child.once('message', (answer) => finish(answer as ExtractedText));
      child.once('error', () => giveUp(reasons.damaged));
      child.once('exit', (_code, signal) =>
        giveUp(signal === 'SIGABRT' ? reasons.tooMuch : reasons.damaged),
      );
      child.send(work, (fault) => fault && giveUp(reasons.damaged));
    });
  }

  private end(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
    this.done = 0;
  }
}

function start(other?: string): ChildProcess {
  const { file, loader } = other === undefined ? program() : { file: other, loader: [] };
  return fork(file, [], {
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
}

/** Beside the programs once they are built, beside this file as source. */
function program() {
  const here = import.meta.dirname;
  const built = ['text-extractor.js', '../text-extractor.js'].map((place) =>
    path.join(here, place),
  );
  const file = built.find((each) => existsSync(each));
  return file
    ? { file, loader: [] }
    : { file: path.join(here, 'program.ts'), loader: ['--import', 'tsx'] };
}

/** In bytes; 0 where the system does not tell, as its heap is bounded anyway. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
}

/** The process itself is started with the first document. */
export const openTextExtractor = (limits: ExtractionLimits = {}): TextExtractor =>
  new ChildExtractor(limits);
