import { readFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { canonical } from '@feusa/adapters/event-store/canonical';
import { chainHash, GENESIS } from '@feusa/adapters/event-store/chain';
import { checkpointOf } from '@feusa/adapters/event-store/checkpoint';
import { StartFault } from '@feusa/adapters/start-fault';
import { run } from './run.js';

const USAGE = 'Usage: npm run verify-log -- FILE.ndjson [--checkpoint FILE]';

run(async () => {
  const { file, checkpoint } = readArguments();
  const witnessed = checkpoint ? checkpointOf(await textOf(checkpoint)) : undefined;
  let { position, hash } = GENESIS;
  for await (const line of createInterface({ input: await streamOf(file), crlfDelay: Infinity })) {
    const entry = parse(line, position + 1);
    if (!entry || entry['position'] === undefined) continue;
    const { hash: claimed, ...event } = entry;
    position += 1;
    if (entry['position'] !== String(position))
      return bad(position, 'an event is missing or out of order');
    hash = chainHash(hash, canonical(event));
    if (hash.toString('hex') !== claimed) return bad(position, 'the hash does not fit the event');
    if (witnessed?.size === position && !witnessed.root.equals(hash)) {
      return bad(position, 'the log differs from the checkpoint');
    }
  }
  if (witnessed && position < witnessed.size) {
    return bad(position + 1, `the log is shorter than the checkpoint of ${witnessed.size} events`);
  }
  console.log(`The log is whole: ${position} events, head ${hash.toString('hex')}`);
});

function readArguments() {
  try {
    const options = { checkpoint: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    const [file] = positionals;
    if (positionals.length === 1 && file) return { file, checkpoint: values.checkpoint };
  } catch {
    // Falls through to the usage.
  }
  throw new StartFault(USAGE);
}

const missing = (file: string) => () => {
  throw new StartFault(`${file} cannot be read.`);
};
const textOf = (file: string) => readFile(file, 'utf8').catch(missing(file));

async function streamOf(file: string) {
  const stream = createReadStream(file);
  await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject)).catch(
    missing(file),
  );
  return stream;
}

function parse(line: string, position: number): Record<string, unknown> | undefined {
  if (line.trim() === '') return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    bad(position, 'the line is not JSON');
    process.exit(1);
  }
}

function bad(position: number, reason: string): void {
  console.error(`First mismatch at position ${position}: ${reason}`);
  process.exitCode = 1;
}
