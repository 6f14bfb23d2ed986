import 'reflect-metadata';
import { readConfig } from '@feusa/adapters/config';
import { toOperator } from '@feusa/adapters/start-fault';
import { firstRun, type FirstRun } from '@feusa/command/setup/first-run';
import { endOnSignals } from '@feusa/http/shutdown';
import { createStandalone } from './app.js';
import { openDatabase } from './database.js';
import { offerDemo } from './demo/offer.js';
import { listen, localOf } from '@feusa/http/listen';
import { trace } from '@feusa/http/tracing';

type Close = () => Promise<void>;

/** Starts the standalone profile and answers with the way to end it. */
async function start(): Promise<Close> {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  const closers: Close[] = [await trace('standalone', config), () => database.stop()];
  const close = async () => {
    for (const each of closers.reverse()) await each();
  };
  try {
    const standalone = await createStandalone(config, database.url);
    closers.push(() => standalone.close());
    const made = await firstRun(standalone.ports, standalone.queue);
    // Before anything else can go wrong: it is told only once.
    if (made) tell(made);
    console.log(`FEUSA is ready at ${await listen(standalone.app, config)}`);
    if (process.argv.includes('--demo')) void offerDemo(config, localOf(standalone.app), made);
    else if (made) console.log('For a first look with an invented company: npm start -- --demo');
    return close;
  } catch (fault) {
    await close();
    throw fault;
  }
}

function tell(made: FirstRun): void {
  console.log('This is the first run. Sign in with:');
  for (const [what, value] of Object.entries(made)) console.log(`  ${what}: ${value}`);
  console.log('What was made up here is shown only this once.');
}

const started = start();
endOnSignals(started);
started.catch((fault: unknown) => {
  console.error(toOperator(fault));
  process.exit(1);
});
