import { Command, Option } from 'commander';
import { benchAudit } from './audit.js';
import { benchDistributed } from './distributed.js';
import { benchStandalone } from './standalone.js';

interface Options {
  readonly profile: 'standalone' | 'distributed';
  readonly only?: 'audit';
  readonly quick: boolean;
}

const { profile, quick, only } = new Command('npm run bench --')
  .description('Measures the product beside bare floors, and writes docs/performance*.md.')
  .addOption(
    new Option('--profile <name>', 'what is measured')
      .choices(['standalone', 'distributed'])
      .default('standalone'),
  )
  .addOption(new Option('--only <part>', 'one part alone').choices(['audit']))
  .option('--quick', 'shorter, and writes nothing', false)
  .parse()
  .opts<Options>();

if (only === 'audit') await benchAudit(quick);
else if (profile === 'distributed') await benchDistributed(quick);
else {
  await benchStandalone(quick);
  await benchAudit(quick);
}
process.exit();
