import path from 'node:path';
import { wordsOf } from '@feusa/query/audit/bundle/verify.mjs';
import { manyOf, readArguments, toolOf } from '../arguments.js';
import { verifyExport, type Trust } from './verify-export.js';
import { run, userDirectory } from '../run.js';

type Values = Pick<Trust, 'checkpoint' | 'key'> & { readonly witness?: string[] };

const ABOUT = `Checks an export of the log or a bundle, packed or not, with no server, and names the first bad position.`;

const tool = toolOf('verify-log', ABOUT)
  .argument('<file>', 'the export or the bundle')
  .option('--checkpoint <file>', 'a checkpoint that was kept elsewhere')
  .option('--key <name+id+key>', 'who must have signed; by default the key in the bundle')
  .addOption(manyOf('--witness <name+id+key>', 'who must have signed too; may be given again'));

const at = (file: string) => path.resolve(userDirectory(), file);
const trustOf = ({ checkpoint, witness, ...trust }: Values): Trust => ({
  ...trust,
  witnesses: witness,
  checkpoint: checkpoint && at(checkpoint),
});

run(async () => {
  const { words, values } = readArguments<Values>(tool);
  const verdict = await verifyExport(at(words[0]!), trustOf(values));
  if (verdict.ok) {
    for (const words of wordsOf(verdict, values.key)) console.log(words);
    for (const size of verdict.apart ?? [])
      console.log(
        `It cannot be compared with the checkpoint of ${size} events: that needs an export.`,
      );
    return;
  }
  console.error(`First mismatch at position ${verdict.position}: ${verdict.reason}`);
  process.exitCode = 1;
});
