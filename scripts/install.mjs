import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { root, textOf } from './sources.mjs';

const STAMP = 'node_modules/.feusa-install';

/** Installs the packages of package-lock.json unless they are there. @returns whether they are */
export const ensureInstalled = async () => {
  const wanted = createHash('sha256').update(textOf('package-lock.json')).digest('hex');
  if (textOf(STAMP) === wanted) return true;
  if (!isComplete()) {
    console.log('Installing packages, once (about a minute) ...');
    if ((await install()) !== 0) {
      console.error('The packages could not be installed: see the message of npm above.');
      return false;
    }
  }
  remember(wanted);
  return true;
};

/** Somebody else may have run npm: its own record of what is installed then matches the lock file. */
const isComplete = () => {
  try {
    const present = JSON.parse(textOf('node_modules/.package-lock.json')).packages;
    const wanted = Object.entries(JSON.parse(textOf('package-lock.json')).packages);
    return wanted.every(([path, entry]) => isPresent(path, entry, present[path]));
  } catch {
    return false;
  }
};

const isPresent = (path, wanted, present) => {
  if (!path.includes('node_modules/')) return true;
  if (!present) return wanted.optional === true || wanted.devOptional === true;
  return present.version === wanted.version && existsSync(join(root, path));
};

const install = () => {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js')
    ? runChild(process.execPath, [npm, ...args])
    : runChild('npm', args, { shell: process.platform === 'win32' });
};

/** An installation that belongs to another user is good enough to run. */
const remember = (wanted) => {
  try {
    writeFileSync(join(root, STAMP), wanted);
  } catch {
    return;
  }
};
