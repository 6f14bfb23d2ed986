import { parseArgs } from 'node:util';
import { benchDistributed } from './distributed.js';
import { benchStandalone } from './standalone.js';

const { profile, quick } = parseArgs({
  options: {
    profile: { type: 'string', default: 'standalone' },
    quick: { type: 'boolean', default: false },
  },
}).values;

if (profile === 'standalone') await benchStandalone(quick);
else if (profile === 'distributed') await benchDistributed(quick);
else throw new Error('Usage: npm run bench -- [--profile standalone|distributed] [--quick]');
process.exit();
