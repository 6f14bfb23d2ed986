import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

const server = process.env['FEUSA_SERVER'] ?? 'http://127.0.0.1:3000';

const source = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** What the page names beside its program: first what asks the server meanwhile, and the letters of most texts. */
const namedFirst: Plugin = {
  name: 'named-first',
  transformIndexHtml: (_html, { bundle = {} }) => {
    const tagged = (
      test: RegExp,
      tag: HtmlTagDescriptor['tag'],
      attrsOf: (file: string) => object,
    ) =>
      Object.keys(bundle)
        .filter((file) => test.test(file))
        .map((file) => ({
          tag,
          attrs: { ...attrsOf(`/${file}`), crossorigin: '' },
          injectTo: 'head' as const,
        }));
    return [
      ...tagged(/\/ahead-[^/]*\.js$/, 'script', (src) => ({ type: 'module', async: true, src })),
      ...tagged(/source-sans-3-latin-wght-normal.*\.woff2$/, 'link', (href) => ({
        ...{ rel: 'preload', href, as: 'font', type: 'font/woff2' },
      })),
    ];
  },
};

const folderOf = (dependency: string) =>
  path.dirname(createRequire(import.meta.url).resolve(`${dependency}/package.json`));

const pdfjs = folderOf('pdfjs-dist');
const pdfjsParts = /^(cmaps\/.*\.bcmap|standard_fonts\/.*\.(pfb|ttf)|wasm\/.*\.js)$/;

/** Puts beside the program what the viewer of PDF fetches for some documents only: tables of letters and fonts. */
const partsOfPdfjs: Plugin = {
  name: 'parts-of-pdfjs',
  apply: 'build',
  generateBundle() {
    const { version } = JSON.parse(readFileSync(path.join(pdfjs, 'package.json'), 'utf8')) as {
      version: string;
    };
    for (const folder of ['cmaps', 'standard_fonts', 'wasm'])
      for (const name of readdirSync(path.join(pdfjs, folder)))
        if (pdfjsParts.test(`${folder}/${name}`))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${folder}/${name}`,
            source: readFileSync(path.join(pdfjs, folder, name)),
          });
  },
};

/** The file of each icon, by every name that the package's list has for it. */
const iconFiles = () =>
  new Map(
    [
      ...readFileSync(
        path.join(folderOf('lucide-react'), 'dist/esm/lucide-react.mjs'),
        'utf8',
      ).matchAll(/^export \{ (default as .*) \} from '\.\/icons\/(.*)\.mjs'/gm),
    ].flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name): [string, string] => [name.replace('default as ', ''), file]),
    ),
  );

/** Imports each icon from its own file. By way of the list, the first screen would load those of all the others. */
const iconsByFile = (): Plugin => {
  const files = iconFiles();
  const importOf = (name: string) => {
    const [icon = '', as = icon] = name.split(' as ');
    const file = files.get(icon);
    // What is no icon is a type, of which nothing is left.
    return file ? [`import ${as} from 'lucide-react/icons/${file}';`] : [];
  };
  return {
    name: 'icons-by-file',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /\/web\/src\/.*\.tsx?$/.test(id)
        ? code.replace(/^import \{([^}]*)\} from 'lucide-react';/gm, (_all, names: string) =>
            names
              .split(',')
              .flatMap((name) => importOf(name.trim()))
              .join(' '),
          )
        : undefined,
  };
};

/** Zod tries whether it may make functions of text, which the content policy forbids and Firefox then reports. */
const zodWithoutEval: Plugin = {
  name: 'zod-without-eval',
  transform: (code, id) =>
    id.endsWith('/zod/v4/core/core.js') ? `${code}\nconfig({ jitless: true });\n` : undefined,
};

const ICONS = ['/favicon.svg', '/icon-192.png'];
/** Letters of scripts that nobody here writes in, and what only a few look at, are fetched when they are wanted. */
const MOST_BYTES = 600_000;
const isKept = (name: string, bytes: number) =>
  !name.includes('/pdfjs-') &&
  /\.(js|css)$|latin-wght-normal.*\.woff2$/.test(name) &&
  bytes <= MOST_BYTES;

/** Tells the service worker what belongs to this build. */
const listBuild: Plugin = {
  name: 'list-build',
  generateBundle(_options, bundle) {
    const worker = bundle['sw.js'];
    if (worker?.type !== 'chunk') return;
    const files = Object.entries(bundle).flatMap(([name, each]) => {
      const bytes = Buffer.byteLength(each.type === 'chunk' ? each.code : each.source);
      return each !== worker && isKept(name, bytes) ? [`/${name}`] : [];
    });
    const all = [...files.sort(), ...ICONS];
    const version = createHash('sha256').update(all.join()).digest('hex').slice(0, 12);
    worker.code = `const BUILD = ${JSON.stringify({ version, files: all })};\n${worker.code}`;
  },
};

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}
let first: Set<string> | undefined;

/** What the program and the screen of the files need before anything is shown. */
function isFirst(id: string, graph: Graph): boolean {
  first ??= closureOf(source('src/main.tsx'), graph);
  return first.has(id);
}

function closureOf(id: string, graph: Graph, known = new Set<string>()): Set<string> {
  if (known.has(id)) return known;
  known.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? [])
    closureOf(imported, graph, known);
  return known;
}

export default defineConfig({
  plugins: [zodWithoutEval, iconsByFile(), react(), namedFirst, partsOfPdfjs, listBuild],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: '../dist/web',
    // The viewer of PDF is that large, and loaded only where one is looked at.
    chunkSizeWarningLimit: 700,
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    rolldownOptions: {
      input: {
        index: source('index.html'),
        ahead: source('src/shared/ahead.ts'),
        sw: source('src/worker/sw.ts'),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // One file rather than forty small ones, each of which would be asked for by itself.
        codeSplitting: {
          groups: [
            { name: 'ahead', test: /shared\/ahead/ },
            {
              name: (id, graph) => (isFirst(id, graph) ? 'first' : null),
              debugName: 'first',
            },
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
          ],
        },
      },
      treeshake: {
        // The contracts only declare schemas: a screen that uses one must not load them all.
        moduleSideEffects: (id) => !id.includes('/packages/contracts/'),
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/files': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
