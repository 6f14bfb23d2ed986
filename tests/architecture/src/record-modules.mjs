/**
 * Loaded ahead of a program (`node --import`), writes down every module that it loads: those that are
 * imported as they are resolved, those that are required when the program ends. One a line, in the file
 * that MODULES_FILE names.
 */
import { appendFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';

const file = process.env.MODULES_FILE;
const hooks = `
  import { appendFileSync } from 'node:fs';
  export async function resolve(specifier, context, next) {
    const resolved = await next(specifier, context);
    appendFileSync(${JSON.stringify(file)}, resolved.url + '\\n');
    return resolved;
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const { cache } = createRequire(import.meta.url);
process.on('exit', () => appendFileSync(file, Object.keys(cache).join('\n')));
