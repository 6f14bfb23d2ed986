import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = process.env['FEUSA_SERVER'] ?? 'http://127.0.0.1:3000';

/** Asks for the letters of most texts at once, not only when the styles have come. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: (_html, { bundle = {} }) =>
    Object.keys(bundle)
      .filter((file) => /source-sans-3-latin-wght-normal.*\.woff2$/.test(file))
      .map((file) => ({
        tag: 'link',
        attrs: {
          rel: 'preload',
          href: `/${file}`,
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
        },
        injectTo: 'head',
      })),
};

const pdfjs = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
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

export default defineConfig({
  plugins: [react(), preloadFont, partsOfPdfjs],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: '../dist/web',
    // The viewer of PDF is that large, and loaded only where one is looked at.
    chunkSizeWarningLimit: 700,
    emptyOutDir: true,
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    rolldownOptions: {
      output: {
        // One file of icons that several screens use, rather than twenty of 200 bytes.
        codeSplitting: {
          groups: [{ name: 'icons', test: /lucide-react/, minShareCount: 2 }],
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
