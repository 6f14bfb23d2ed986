import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env['FEUSA_SERVER'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
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
