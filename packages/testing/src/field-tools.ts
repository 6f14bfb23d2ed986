import { spawnSync } from 'node:child_process';
import { leftOut } from './left-out.js';

/** Whether a program of this machine answers these words; where it does not, the end of the run says what was left out. */
export function answers(program: string, words: readonly string[], leaves: string): boolean {
  const { status } = spawnSync(program, words, { stdio: 'ignore', timeout: 20_000 });
  if (status === 0) return true;
  leftOut(`${leaves} was left out: \`${[program, ...words].join(' ')}\` does not answer here.`);
  return false;
}

/** Runs it to its end. Answers with all it wrote. @throws Error with that where it fails */
export function say(program: string, words: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${[program, ...words].join(' ')}\n${stdout}${stderr}`);
  return stdout + stderr;
}
