import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compressFiles } from './compress.mjs';
import { measureFirstScript } from './first-script.mjs';
import { bundleServer } from './bundle.mjs';
import { runChild } from './child.mjs';
import { root, stateOfSources } from './sources.mjs';

const state = stateOfSources();
const staging = join(root, '.cache', `build-${process.pid}`);

const buildWeb = async () => {
  if (!existsSync(join(root, 'web/index.html'))) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const options = ['--outDir', join(staging, 'web'), '--emptyOutDir', '--logLevel', 'warn'];
  const code = await runChild(process.execPath, [vite, 'build', join(root, 'web'), ...options]);
  if (code !== 0) throw new Error('The web application could not be built.');
  measureFirstScript(join(staging, 'web'));
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
  const results = await Promise.allSettled([bundleServer(staging), buildWeb()]);
  for (const { reason } of results) if (reason) throw reason;
  await writeFile(join(staging, '.stamp'), state);
  await replaceLast();
} catch (error) {
  if (!error.errors) console.error(error.message);
  process.exitCode = 1;
} finally {
  await rm(staging, { recursive: true, force: true });
}
