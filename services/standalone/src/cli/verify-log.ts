import path from 'node:path';
import { parseArgs } from 'node:util';
import { StartFault } from '@feusa/adapters/start-fault';
import { verifyExport, type Trust } from '../verify-export.js';
import { run, userDirectory } from './run.js';

const at = (file: string) => path.resolve(userDirectory(), file);
const trustOf = ({ checkpoint, witness, ...trust }: Words): Trust => ({
  ...trust,
  witnesses: witness,
  checkpoint: checkpoint && at(checkpoint),
});

type Words = Pick<Trust, 'checkpoint' | 'key'> & { readonly witness?: string[] };
const USAGE = `Usage: npm run verify-log -- FILE [--checkpoint FILE] [--key NAME+ID+KEY] [--witness NAME+ID+KEY]...`;

function readArguments() {
  try {
    const one = { type: 'string' } as const;
    const options = { checkpoint: one, key: one, witness: { ...one, multiple: true } } as const;
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    const [file] = positionals;
    if (positionals.length === 1 && file) return { file: at(file), trust: trustOf(values) };
  } catch {
    // Falls through to the usage.
  }
  throw new StartFault(USAGE);
}

run(async () => {
  const { file, trust } = readArguments();
  const verdict = await verifyExport(file, trust);
  if (verdict.ok) {
    console.log(
      verdict.selected === undefined
        ? `The log is whole: ${verdict.size} events, head ${verdict.head}`
        : `Each of the ${verdict.selected} events is in the log of ${verdict.size}, as its proof shows.
Whether others belong here too cannot be found out from a selection.`,
    );
    for (const size of verdict.apart ?? [])
      console.log(
        `It cannot be compared with the checkpoint of ${size} events: that needs an export.`,
      );
    for (const size of verdict.fits ?? []) console.log(`It fits the checkpoint of ${size} events.`);
    if (!verdict.fits)
      console.log('No checkpoint was there: a log that was written anew looks the same.');
    return;
  }
  console.error(`First mismatch at position ${verdict.position}: ${verdict.reason}`);
  process.exitCode = 1;
});
