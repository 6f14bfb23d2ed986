import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

const WEB = 'http://localhost:5173';

/** Runs the server and the web application, both following their sources. @returns exit code */
export const runDev = async (args) => {
  const children = [
    watchServer(args),
    ...(existsSync(join(root, 'web/index.html')) ? [serveWeb()] : []),
  ];
  let stopping = false;
  const stopAll = () => {
    // a second signal would make the watcher kill the server at once
    if (!stopping) for (const child of children) child.kill('SIGTERM');
    stopping = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll);
  const ends = children.map(
    (child) =>
      new Promise((resolve) => child.once('exit', (code) => (stopAll(), resolve(code ?? 0)))),
  );
  return Math.max(...(await Promise.all(ends)));
};

const run = (script, args, options = {}) =>
  spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // not in our group: Ctrl-C reaches them through us, once
    detached: true,
    ...options,
  });

const watchServer = (args) =>
  run(
    'tsx/dist/cli.mjs',
    ['watch', '--clear-screen=false', 'services/standalone/src/main.ts', ...args],
    {
      env: { FEUSA_PUBLIC_URL: WEB, ...process.env },
    },
  );

const serveWeb = () => run('vite/bin/vite.js', ['web', '--clearScreen', 'false']);
