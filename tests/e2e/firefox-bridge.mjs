#!/usr/bin/env node
/**
 * Starts the Firefox that FIREFOX_PATH names, and stands between it and Playwright: what Debian's Firefox does not
 * know yet of WebDriver BiDi, and no test needs, is answered here.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const unknown = new Set(['emulation.setMediaFeaturesOverride']);
const announced = 'WebDriver BiDi listening on ';

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on('line', (line) => {
  if (!line.startsWith(announced)) return console.error(line);
  const address = `${line.slice(announced.length)}/session`;
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('listening', () =>
    console.error(`${announced}ws://127.0.0.1:${server.address().port}`),
  );
  server.on('connection', (driver) => join(driver, new WebSocket(address)));
});

function join(driver, browser) {
  const connected = new Promise((resolve) => browser.on('open', resolve));
  driver.on('message', async (data) => {
    const { id, method } = JSON.parse(data);
    if (unknown.has(method))
      return driver.send(JSON.stringify({ type: 'success', id, result: {} }));
    await connected;
    browser.send(String(data));
  });
  browser.on('message', (data) => driver.send(String(data)));
  browser.on('close', () => driver.close());
  driver.on('close', () => browser.close());
}
