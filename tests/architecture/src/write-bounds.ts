import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tableOfBounds } from '@feusa/contracts/bounds-table';

const FILE = path.resolve(import.meta.dirname, '../../../docs/operations.md');
const TABLE = /(<!-- bounds -->\n\n)[^]*?(\n\n<!-- end of bounds -->)/;

/** `npm run bounds`: writes the table of bounds into the document. */
const text = await readFile(FILE, 'utf8');
await writeFile(
  FILE,
  text.replace(TABLE, (_, before: string, after: string) => before + tableOfBounds() + after),
);
