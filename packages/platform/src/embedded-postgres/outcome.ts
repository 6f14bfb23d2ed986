import type { ChildProcess } from 'node:child_process';

/** Waits for a child to end; `output` is what it wrote to both its streams. */
export const finished = (child: ChildProcess) =>
  new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });

/** What went wrong, in a word or a line: `ENOTDIR`, or the error's message. */
export const reason = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : String(error));
