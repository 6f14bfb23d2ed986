import path from 'node:path';
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
    for (const size of verdict.turned ?? [])
      console.log(`Its key was turned at ${size} events, by the word of both keys.`);
    if (!verdict.fits)
      console.log('No checkpoint was there: a log that was written anew looks the same.');
    return;
  }
  console.error(`First mismatch at position ${verdict.position}: ${verdict.reason}`);
  process.exitCode = 1;
});
