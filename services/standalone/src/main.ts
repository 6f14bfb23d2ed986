import 'reflect-metadata';
import { readConfig } from '@feusa/profiles/config';
import { lastVersionOn } from '@feusa/profiles/database';
import { endWith, endWithUncaught } from '@feusa/platform/start-fault';
import { VERSION } from '@feusa/contracts/version';
import { closeInOrder } from '@feusa/platform/closing';
import { firstRun, type FirstRun } from '@feusa/command/setup/first-run';
import { endOnSignals } from '@feusa/http/shutdown';
import { CommandBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { createStandalone, type Standalone } from './app.js';
import { openDatabase } from '@feusa/profiles/standalone-database';
import { offerDemo } from '@feusa/tools/demo/offer';
import { listen, localOf, reachHints } from '@feusa/http/listen';
import { trace } from '@feusa/http/tracing';

type Close = () => Promise<void>;

const { demo: isDemo } = new Command('npm start --')
  .description('Runs the product in one process.')
  .option('--demo', 'fills an empty installation with an invented company', false)
  .parse()
  .opts<{ demo: boolean }>();

/** Starts the standalone profile and answers with the way to end it. */
async function start(): Promise<Close> {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  const endTrace = await trace('standalone', config);
  let standalone: Standalone | undefined;
  const close = () =>
    closeInOrder([
      ['service', () => standalone?.close()],
      ['database', () => database.stop()],
      ['trace', endTrace],
    ]);
  try {
    const before = await lastVersionOn(config.DATABASE_OWNER_URL ?? database.url);
    standalone = await createStandalone(config, database.url);
    if (before !== undefined && before !== VERSION)
      console.log(`This installation comes from FEUSA ${before} and goes on with ${VERSION}.`);
    const made = await firstRun(standalone.ports, standalone.app.get(CommandBus));
    const signIn = made ? `\n${howToSignIn(made)}` : '';
    // With what was made up in the same breath, which is shown only this once, whatever comes of the start.
    const address = await listen(standalone.app, config).catch((fault: unknown) => {
      if (made) console.log(signIn);
      throw fault;
    });
    for (const hint of reachHints(config)) console.log(hint);
    console.log(`FEUSA is ready at ${address}${signIn}`);
    if (isDemo) {
      const filled = offerDemo(config, localOf(standalone.app), made);
      // Once more, so that it is what stays on the screen.
      void filled.then(() => made && console.log(signIn));
    }
    return close;
  } catch (fault) {
    await close().catch(() => undefined);
    throw fault;
  }
}

const howToSignIn = (made: FirstRun): string =>
  [
    ...(isDemo ? [] : ['For a first look with an invented company: npm start -- --demo', '']),
    'This is the first run. Sign in with:',
    ...Object.entries(made).map(([what, value]) => `  ${what}: ${value}`),
    'What was made up here is shown only this once.',
  ].join('\n');

endWithUncaught();
/** Settles once people can come, or fails with what keeps them out. */
export const started = start();
endOnSignals(started);
started.catch(endWith);
