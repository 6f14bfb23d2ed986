import path from 'node:path';
import { previewBounds } from '@feusa/contracts/bounds';
import { refuse } from '@feusa/contracts/refusals';
import type { PageKind } from '@feusa/contracts/preview-kinds';
import { ProcessApart } from '../apart/process-apart.js';

interface Options {
  /** Declared with a text. */
  readonly charset?: string | undefined;
  readonly timeMs?: number;
  /** In bytes. */
  readonly memory?: number;
}

const program = {
  built: 'preview-converter',
  source: path.join(import.meta.dirname, 'program.ts'),
};

/**
 * Makes a page of a document in a process of its own, which is ended where it takes too much: a document
 * that is broken or made to harm costs itself only.
 * @throws Refusal `preview/unreadable`, `preview/too-large`
 */
export async function pageFrom(
  bytes: Uint8Array,
  kind: PageKind,
  { timeMs = previewBounds.time.value, memory = previewBounds.memory.value, charset }: Options = {},
): Promise<string> {
  const apart = new ProcessApart<{ page?: string }>({ program, timeMs, memory, pieces: 1 });
  const answer = await apart.ask({ bytes, kind, charset });
  if (answer === 'too-slow' || answer === 'too-much') refuse('preview/too-large');
  if (answer === 'broken' || answer.page === undefined) return refuse('preview/unreadable');
  if (answer.page.length > previewBounds.page.value) refuse('preview/too-large');
  return answer.page;
}
