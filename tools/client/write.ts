import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toolOf, readArguments } from '../arguments.js';
import { run } from '../run.js';
import { typesOfApi } from './generate.js';

const tool = toolOf(
  'client',
  'Makes the types of the client of the tools from the OpenAPI document.',
);

run(async () => {
  readArguments(tool);
  await writeFile(path.join(import.meta.dirname, 'api.ts'), await typesOfApi());
});
