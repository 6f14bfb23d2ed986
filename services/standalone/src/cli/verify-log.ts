import { parseArgs } from 'node:util';
import { StartFault } from '@feusa/adapters/start-fault';
import { verifyExport } from '../verify-export.js';
import { run } from './run.js';

function readArguments() {
  try {
    const options = { checkpoint: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    const [file] = positionals;
    if (positionals.length === 1 && file) return { file, checkpoint: values.checkpoint };
  } catch {
    // Falls through to the usage.
  }
  throw new StartFault('Usage: npm run verify-log -- FILE.ndjson [--checkpoint FILE]');
}

run(async () => {
  const { file, checkpoint } = readArguments();
  const verdict = await verifyExport(file, checkpoint);
  if (verdict.ok) {
    console.log(`The log is whole: ${verdict.size} events, head ${verdict.head}`);
    return;
  }
  console.error(`First mismatch at position ${verdict.position}: ${verdict.reason}`);
  process.exitCode = 1;
});
