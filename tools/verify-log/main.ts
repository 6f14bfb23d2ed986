import path from 'node:path';
import { readArguments, wrongUse } from '../arguments.js';
import { verifyExport, type Trust } from './verify-export.js';
import { run, userDirectory } from '../run.js';

const USAGE = `Usage: npm run verify-log -- FILE [--checkpoint FILE] [--key NAME+ID+KEY] [--witness NAME+ID+KEY]...`;

type Words = Pick<Trust, 'checkpoint' | 'key'> & { readonly witness?: string[] };

const at = (file: string) => path.resolve(userDirectory(), file);
const trustOf = ({ checkpoint, witness, ...trust }: Words): Trust => ({
  ...trust,
  witnesses: witness,
  checkpoint: checkpoint && at(checkpoint),
});

const text = { type: 'string' } as const;
const known = { checkpoint: text, key: text, witness: { ...text, multiple: true } } as const;

function readExport() {
  const { positionals, values } = readArguments(USAGE, known);
  const [file] = positionals;
  if (positionals.length !== 1 || !file) return wrongUse(USAGE);
  return { file: at(file), trust: trustOf(values) };
}

run(async () => {
  const { file, trust } = readExport();
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
