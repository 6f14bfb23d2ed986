import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { queryHandlers } from './query-handlers.js';

const here = import.meta.dirname;
const sources = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => readFileSync(path.join(here, file), 'utf8'))
  .join('\n');
const found = (pattern: RegExp) => Array.from(sources.matchAll(pattern), ([, name]) => name!);

it('every query has one handler, and the service has them all', () => {
  const queries = found(/class (\w+) extends Query</g).toSorted();
  expect(queries.length).toBeGreaterThan(0);
  expect(found(/^@QueryHandler\((\w+)\)/gm).toSorted()).toEqual(queries);
  const names = queryHandlers.map(({ name }) => name).toSorted();
  expect(names).toEqual(queries.map((query) => `${query}Handler`));
});
