import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { PAGES } from './web.js';

it('every screen is a page that is there', async () => {
  const routes = await readFile('web/src/app/routes.tsx', 'utf8');
  const paths = [...routes.matchAll(/\bpath(?:=|: )["'](\/[^"']*)["']/g)].map(([, path]) => path!);
  expect(paths).toContain('/log/:position?');
  const isThere = (path: string) =>
    PAGES.some(
      (page) => page === path || (page.endsWith('/*') && path.startsWith(page.slice(0, -1))),
    );
  const optional = /\/(:\w+|\*)\?$/;
  const addresses = paths.flatMap((path) =>
    optional.test(path) ? [path.replace(optional, ''), path.replace(optional, '/x')] : [path],
  );
  expect(addresses.filter((address) => !isThere(address))).toEqual([]);
});
