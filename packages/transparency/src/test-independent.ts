import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const SOURCES = path.join(import.meta.dirname, 'independent');

export const hasGo = (): Promise<boolean> =>
  exec('go', ['version']).then(
    () => true,
    () => false,
  );

/** An answer of the program in `independent`; bytes are in base64. */
export interface IndependentResult {
  readonly root?: string;
  readonly proof?: readonly string[];
  readonly tile?: string;
  readonly text?: string;
  readonly size?: number;
  readonly names?: readonly string[];
  readonly fault?: string;
}

export interface Independent {
  ask(what: string, facts?: Readonly<Record<string, unknown>>): Promise<IndependentResult>;
  close(): Promise<void>;
}

/** The transparent log of the Go project, in a process of its own. */
export async function openIndependent(): Promise<Independent> {
  const child = spawn(await build(), { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(what, facts = {}) {
      child.stdin.write(`${JSON.stringify({ ask: what, ...facts })}\n`);
      const { value } = await lines.next();
      return JSON.parse(value as string) as IndependentResult;
    },
    close() {
      child.stdin.end();
      return ended;
    },
  };
}

/** Built once for the same sources, into the cache outside the repository. */
async function build(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of ['main.go', 'go.mod', 'go.sum']) {
    hash.update(await readFile(path.join(SOURCES, name)));
  }
  const cache = process.env['FEUSA_CACHE'] ?? path.join(homedir(), '.cache/feusa');
  const program = path.join(cache, `independent-log-${hash.digest('hex').slice(0, 16)}`);
  const isThere = access(program).then(
    () => true,
    () => false,
  );
  if (await isThere) return program;
  await mkdir(cache, { recursive: true });
  const made = `${program}.${process.pid}`;
  const env = { ...process.env, CGO_ENABLED: '0' };
  await exec('go', ['build', '-trimpath', '-o', made, '.'], { cwd: SOURCES, env });
  await rename(made, program);
  return program;
}
