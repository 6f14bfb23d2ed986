import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');

interface Bundler {
  bundleServer(outdir: string, plugins?: readonly Plugin[]): Promise<unknown>;
}

/** Builds the services as `npm run build` does, each variant in a folder of its own. @returns the folder */
export async function build(name: string, plugins: readonly Plugin[] = []): Promise<string> {
  const folder = path.join(root, '.cache/faults', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const script = pathToFileURL(path.join(root, 'scripts/bundle.mjs')).href;
  const { bundleServer } = (await import(script)) as Bundler;
  await bundleServer(folder, plugins);
  return folder;
}
