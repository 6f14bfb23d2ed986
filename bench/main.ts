import { parseArgs } from 'node:util';
import { benchAudit } from './audit.js';
import { benchDistributed } from './distributed.js';
import { benchStandalone } from './standalone.js';

const { profile, quick, only } = parseArgs({
  options: {
    profile: { type: 'string', default: 'standalone' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
}).values;

if (only === 'audit') await benchAudit(quick);
else if (only !== undefined) usage();
else if (profile === 'distributed') await benchDistributed(quick);
else if (profile === 'standalone') {
  await benchStandalone(quick);
  await benchAudit(quick);
} else usage();
process.exit();

function usage(): never {
  throw new Error(
    'Usage: npm run bench -- [--profile standalone|distributed] [--only audit] [--quick]',
  );
}
