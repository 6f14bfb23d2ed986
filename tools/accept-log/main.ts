import { readConfig, type Config } from '@feusa/profiles/config';
import { openAcceptance } from '@feusa/profiles/acceptance';
import { readArguments, toolOf } from '../arguments.js';
import { withDatabase } from '@feusa/profiles/standalone-database';
import { run } from '../run.js';

const ABOUT = `Without options: says in what the log is not the one that is known, and changes nothing. With them: signs, by the
key of checkpoints, that NAME goes on with the log as it is now. The product writes again within 2 s.`;

const tool = toolOf('accept-log', ABOUT)
  .option('--by <name>', 'who signs')
  .option('--reason <text>', 'why');

function readSigning() {
  const { by, reason } = readArguments<{ by?: string; reason?: string }>(tool).values;
  if (by === undefined && reason === undefined) return undefined;
  if (!by?.trim() || !reason?.trim()) return tool.error('Signing needs --by and --reason.');
  return { by, reason };
}

run(async () => {
  const signing = readSigning();
  const config = readConfig(process.env);
  await withDatabase(config, (url) => accept(config, url, signing));
});

async function accept(
  config: Config,
  url: string,
  signing: ReturnType<typeof readSigning>,
): Promise<void> {
  const acceptance = await openAcceptance(config, url);
  try {
    const { contradictions: abandons, away } = await acceptance.examine();
    for (const { reason } of abandons) console.log(`- ${reason}`);
    for (const name of away)
      console.log(`- witness ${name} cannot be reached: what it holds is not known`);
    if (abandons.length === 0) return console.log('The log is the one that is known.');
    if (!signing) {
      console.log(`\n${tool.helpInformation()}`);
      process.exitCode = 1;
      return;
    }
    const { statement, files } = await acceptance.accept({ ...signing, abandons });
    console.log(`\nSigned, and kept in ${files.join(' and ')}:\n\n${statement}`);
    sayOfWitnesses(abandons, away);
  } finally {
    await acceptance.close();
  }
}

function sayOfWitnesses(
  abandons: readonly { readonly witness?: { readonly name: string; readonly size: number } }[],
  away: readonly string[],
): void {
  const holding = abandons.flatMap(({ witness }) => witness ?? []);
  for (const { name, size } of holding) {
    console.log(
      `Witness ${name} still holds ${size} events. It signs only what begins with these.`,
    );
  }
  for (const name of away) {
    console.log(`Witness ${name} was not asked. If it holds the old log, this one is read-only again
once it answers: then sign once more.`);
  }
  if (holding.length > 0) {
    console.log(`Where these are of the old log, the witness's operator starts over, with the statement above:
npm run witness -- start-over --log KEY --statement FILE --by NAME --reason TEXT [--dir D]`);
  }
}
