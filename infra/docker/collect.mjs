import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What the built programs take from node_modules as they run; all else is in them. */
const needed = ['sharp', '@node-rs/argon2', 'swagger-ui-dist'];

/** The folders of these packages and of all that they depend on, as the lock file has them. */
const closureOf = (names, { packages }) => {
  const found = new Set();
  const visit = (name, from) => {
    const folder = resolve(name, from, packages);
    if (!folder || found.has(folder) || !existsSync(join(root, folder))) return;
    found.add(folder);
    const { dependencies, optionalDependencies } = packages[folder];
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies }))
      visit(each, folder);
  };
  for (const name of names) visit(name, '');
  return [...found];
};

/** As Node looks for it: beside the package that asks, then further up. */
const resolve = (name, from, packages) => {
  const folder = `${from && `${from}/`}node_modules/${name}`;
  if (packages[folder]) return folder;
  return (
    from && resolve(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), packages)
  );
};

const read = async (name) => JSON.parse(await readFile(join(root, name), 'utf8'));

/** Copies what runs, and nothing else, to an empty folder. */
const collect = async (to) => {
  await mkdir(to, { recursive: true });
  await cp(join(root, 'dist'), join(to, 'dist'), { recursive: true });
  await cp(join(import.meta.dirname, 'healthcheck.mjs'), join(to, 'healthcheck.mjs'));
  for (const folder of closureOf(needed, await read('package-lock.json'))) {
    const filter = (path) => !path.endsWith('.map');
    await cp(join(root, folder), join(to, folder), { recursive: true, filter });
  }
  const { name, version, type } = await read('package.json');
  await writeFile(join(to, 'package.json'), JSON.stringify({ name, version, type, private: true }));
};

const [to] = process.argv.slice(2);
if (to) await collect(to);
else {
  console.error('Usage: node infra/docker/collect.mjs FOLDER');
  process.exitCode = 1;
}
