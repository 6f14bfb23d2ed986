// By hand: `npx tsx bench/scale.ts`. Prints the tables of docs/scale.md, from figures that were measured elsewhere.
import { scaleTables } from './scale/tables.js';

for (const { title, table } of scaleTables()) console.log(`## ${title}\n\n${table}\n`);
