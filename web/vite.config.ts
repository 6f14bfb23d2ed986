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

export default defineConfig({
  plugins: [react(), preloadFont],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: '../dist/web',
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
