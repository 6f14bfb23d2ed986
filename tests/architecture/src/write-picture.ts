import { readFile, writeFile } from 'node:fs/promises';
import { FILE, PICTURE, picture } from './picture.js';

/** `npm run picture`: draws the house into the document. */
const [text, drawn] = [await readFile(FILE, 'utf8'), await picture()];
await writeFile(
  FILE,
  text.replace(PICTURE, (_, before: string, after: string) => before + drawn + after),
);
