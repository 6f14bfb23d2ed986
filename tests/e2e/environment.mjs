import Environment from '@feusa/testing/jest-environment';
import * as playwright from 'playwright-core';

/** jest-worker's number for "there is no further file". */
const END = 2;

/** @type {Promise<import('playwright-core').Browser> | undefined} */
let opened;

/** One Chromium for all files of a worker: each has contexts of its own. One that has crashed is replaced. */
const openBrowser = async (options) => {
  const last = await opened?.catch(() => undefined);
  if (!last?.isConnected()) opened = playwright.chromium.launch(options);
  return opened;
};

// A worker ends once nothing of it is open.
const closeAtEnd = async ([type]) => {
  if (type !== END) return;
  process.off('message', closeAtEnd);
  await (await opened?.catch(() => undefined))?.close();
};
if (process.send) process.on('message', closeAtEnd);

/** With what takes long to load and to start, which Jest would do anew for every file. */
export default class E2eEnvironment extends Environment {
  async setup() {
    await super.setup();
    // What is read by a getter Jest leaves as it is when it clears the globals of a file.
    Object.defineProperty(this.global, 'ofWorker', { get: () => ({ playwright, openBrowser }) });
  }
}
