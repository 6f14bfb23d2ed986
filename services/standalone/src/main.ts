import 'reflect-metadata';
import { readConfig } from '@feusa/adapters/config';
import { StartFault } from '@feusa/adapters/start-fault';
import { firstRun, type FirstRun } from '@feusa/command/setup/first-run';
import { closeOnSignals } from '@feusa/http/server';
import { createStandalone } from './app.js';
import { openDatabase } from './database.js';
import { listen } from './listen.js';

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  try {
    const standalone = await createStandalone(config, database.url);
    const made = await firstRun(standalone.ports, standalone.queue);
    closeOnSignals(standalone.app, async () => {
      await standalone.close();
      await database.stop();
    });
    const address = await listen(standalone.app, config);
    welcome(address, made);
  } catch (fault) {
    await database.stop();
    throw fault;
  }
}

function welcome(address: string, made: FirstRun | undefined): void {
  console.log(`FEUSA is ready at ${address}`);
  if (!made) return;
  console.log('This is the first run. Sign in with:');
  for (const [what, value] of Object.entries(made)) console.log(`  ${what}: ${value}`);
  console.log('What was made up here is shown only this once.');
}

start().catch((fault: unknown) => {
  if (fault instanceof StartFault) console.error(fault.message);
  else console.error(fault);
  process.exit(1);
});
