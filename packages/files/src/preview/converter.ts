import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { previewBounds } from '@feusa/contracts/bounds';
import { refuse, type RefusalCode } from '@feusa/contracts/refusals';
import type { PageKind } from '@feusa/contracts/preview-kinds';

const LOOKED_AT_MS = 100;
const PAGE_BYTES = 4096;
const HEAP_MIB = 384;

interface Limits {
  readonly timeMs?: number;
  /** In bytes. */
  readonly memory?: number;
}

/**
 * Makes a page of a document in a process of its own, which is ended where it takes too much: a document
 * that is broken or made to harm costs itself only.
 * @throws Refusal `preview/unreadable`, `preview/too-large`
 */
export function pageFrom(
  bytes: Uint8Array,
  kind: PageKind,
  { timeMs = previewBounds.time.value, memory = previewBounds.memory.value }: Limits = {},
): Promise<string> {
  const child = start();
  const finished = new Promise<string | RefusalCode>((resolve) => {
    const timer = setTimeout(() => resolve('preview/too-large'), timeMs);
    const look = () =>
      void memoryOf(child.pid).then((used) => used > memory && resolve('preview/too-large'));
    const watch = setInterval(look, LOOKED_AT_MS);
    child.once('message', ({ page }: { page?: string }) => resolve(page ?? 'preview/unreadable'));
    child.on('error', () => resolve('preview/unreadable'));
    child.once('exit', (_code, signal) =>
      resolve(signal === 'SIGABRT' ? 'preview/too-large' : 'preview/unreadable'),
    );
    child.once('exit', () => (clearTimeout(timer), clearInterval(watch)));
    child.send({ bytes, kind }, (fault) => fault && resolve('preview/unreadable'));
  });
  return finished.then(accepted).finally(() => child.kill('SIGKILL'));
}

function accepted(answer: string | RefusalCode): string {
  if (answer === 'preview/too-large' || answer === 'preview/unreadable') refuse(answer);
  if (answer.length > previewBounds.page.value) refuse('preview/too-large');
  return answer;
}

function start(): ChildProcess {
  const { file, loader } = program();
  return fork(file, [], {
    execArgv: [`--max-old-space-size=${HEAP_MIB}`, ...loader],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
}

/** Beside the programs once they are built, beside this file as source. */
function program() {
  const here = import.meta.dirname;
  const built = ['preview-converter.js', '../preview-converter.js'];
  const file = built.map((place) => path.join(here, place)).find((each) => existsSync(each));
  if (file) return { file, loader: [] };
  return { file: path.join(here, 'program.ts'), loader: ['--import', 'tsx'] };
}

/** In bytes; 0 where the system does not tell, as the heap is bounded anyway. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
}
