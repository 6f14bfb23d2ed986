import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');

interface Bundler {
  bundleServices(outdir: string, plugin: Plugin): Promise<unknown>;
}

/** Builds the services as `npm run build` does, but for what the plugin changes. @returns the folder */
export async function buildServices(name: string, plugin: Plugin): Promise<string> {
  const folder = path.join(root, '.cache/faults', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const script = pathToFileURL(path.join(root, 'scripts/bundle.mjs')).href;
  const { bundleServices } = (await import(script)) as Bundler;
  await bundleServices(folder, plugin);
  return folder;
}
