import { createInterface } from 'node:readline/promises';
import { readConfig } from '@feusa/profiles/config';
import { runImport } from './import.js';
import { readOptions } from './options.js';
import { run, userDirectory } from '../run.js';

run(async () => {
  const options = readOptions(process.argv.slice(2), userDirectory());
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (stopped.signal.aborted ? process.exit(1) : stopped.abort()));
  }
  const worked = await runImport(options, {
    config: readConfig(process.env),
    screen: process.stdout,
    signal: stopped.signal,
    ask: process.stdin.isTTY ? ask : undefined,
  });
  if (!worked) process.exitCode = 1;
});

async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const end = new AbortController();
  lines.once('close', () => end.abort());
  try {
    return /^y(es)?$/i.test((await lines.question(question, { signal: end.signal })).trim());
  } catch {
    console.log();
    return false;
  } finally {
    lines.close();
  }
}
