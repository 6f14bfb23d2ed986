import { Command, Option } from 'commander';
import { benchAudit } from './audit.js';
import { benchBrowser } from './browser.js';
import { benchBudget } from './budget.js';
import { benchDistributed } from './distributed.js';
import { benchGrowth } from './growth.js';
import { benchStandalone } from './standalone.js';

interface Options {
  readonly profile: 'standalone' | 'distributed';
  readonly only?: 'audit';
  readonly quick: boolean;
  readonly growth?: boolean | string[];
  readonly long: boolean;
  readonly browser: boolean;
  readonly budget: boolean;
}

const { profile, quick, only, growth, long, browser, budget } = new Command('npm run bench --')
  .description('Measures the product beside bare floors, and writes docs/performance*.md.')
  .addOption(
    new Option('--profile <name>', 'what is measured')
      .choices(['standalone', 'distributed'])
      .default('standalone'),
  )
  .addOption(new Option('--only <part>', 'one part alone').choices(['audit']))
  .option(
    '--growth [kinds...]',
    'what each thing costs as there is more: log, employees, folder, tree, sockets',
  )
  .option('--browser', 'a slowed browser in front of the product', false)
  .option('--budget', 'where the time of an operation goes', false)
  .option('--long', 'growth up to sizes that take hours', false)
  .option('--quick', 'shorter, and writes nothing', false)
  .parse()
  .opts<Options>();

if (browser) await benchBrowser(quick);
else if (budget) await benchBudget(quick);
else if (growth) await benchGrowth({ quick, long, only: growth === true ? undefined : growth });
else if (only === 'audit') await benchAudit(quick);
else if (profile === 'distributed') await benchDistributed(quick);
else {
  await benchStandalone(quick);
  await benchAudit(quick);
}
process.exit();
