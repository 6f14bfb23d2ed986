import { parseArgs } from 'node:util';
import { readConfig } from '@feusa/adapters/config';
import { openAcceptance } from '@feusa/adapters/open-acceptance';
import { StartFault } from '@feusa/adapters/start-fault';
import { joinDatabase } from '../database.js';
import { run } from './run.js';

const USAGE = `Usage: npm run accept-log -- [--by NAME --reason TEXT]

Without them: says in what the log is not the one that is known, and changes nothing. With them: signs, by the
key of checkpoints, that NAME goes on with the log as it is now. The product writes again within 2 s.`;

function readArguments() {
  try {
    const text = { type: 'string' } as const;
    const { by, reason } = parseArgs({ options: { by: text, reason: text } }).values;
    if (by === undefined && reason === undefined) return undefined;
    if (by?.trim() && reason?.trim()) return { by, reason };
  } catch {
    // Falls through to the usage.
  }
  throw new StartFault(USAGE);
}

run(async () => {
  const signing = readArguments();
  const config = readConfig(process.env);
  const database = await joinDatabase(config);
  const acceptance = await openAcceptance(config, database.url);
  try {
    const abandons = await acceptance.contradictions();
    if (abandons.length === 0) return console.log('The log is the one that is known.');
    for (const { reason } of abandons) console.log(`- ${reason}`);
    if (!signing) {
      console.log(`\n${USAGE}`);
      process.exitCode = 1;
      return;
    }
    console.log(`\nSigned:\n\n${await acceptance.accept({ ...signing, abandons })}`);
  } finally {
    await acceptance.close();
    await database.stop();
  }
});
