import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { root } from './sources.mjs';

/** Debian’s without windows comes first: it does the same with a quarter less work. */
const installed = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The Chromium that tests use: the one that CHROMIUM_PATH names, one that is installed, or else the one that
 * npm has brought along, unpacked once with the libraries that a bare Linux lacks.
 * @returns environment variables that lead the tests there; none where there is no browser for this machine
 */
export const findBrowser = async () => {
  const named = [process.env.CHROMIUM_PATH, ...installed].find((path) => path && existsSync(path));
  if (named) return { CHROMIUM_PATH: named };
  if (process.platform !== 'linux' || process.arch !== 'x64') return {};
  const home = join(root, '.cache/browser');
  mkdirSync(home, { recursive: true });
  const { TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH } = process.env;
  // The package unpacks into the folder for temporary files, and its libraries only where it is told to be.
  Object.assign(process.env, { TMPDIR: home, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const path = await chromium.executablePath();
    return { CHROMIUM_PATH: path, CHROMIUM_LIBRARIES: join(home, 'al2023/lib') };
  } finally {
    restore({ TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH });
  }
};

const restore = (before) => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
};

/**
 * The Firefox that a few tests use beside it: the one that FIREFOX_PATH names, Debian's firefox-esr where that is
 * installed, or the one that `.ci/run` has unpacked.
 * @returns environment variables that lead the tests there; none where there is none
 */
export const findFirefox = () => {
  const unpacked = join(
    process.env.FEUSA_CACHE ?? join(homedir(), '.cache/feusa'),
    'firefox/usr/lib',
  );
  const own = join(unpacked, 'firefox-esr/firefox-esr');
  const places = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', own];
  const named = places.find((path) => path && existsSync(path));
  if (!named) return {};
  const libraries = { FIREFOX_LIBRARIES: join(unpacked, 'x86_64-linux-gnu') };
  return { FIREFOX_PATH: named, ...(named === own && libraries) };
};
