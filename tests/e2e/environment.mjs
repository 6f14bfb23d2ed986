import Environment from '@feusa/testing/jest-environment';
import { chromium } from 'playwright-core';

/** jest-worker's number for "there is no further file". */
const END = 2;

/** @type {Promise<import('playwright-core').Browser> | undefined} */
let opened;

/** One Chromium for all files of a worker: each has contexts of its own. One that has crashed is replaced. */
const openBrowser = async (options) => {
  const last = await opened?.catch(() => undefined);
  if (!last?.isConnected()) opened = chromium.launch(options);
  return opened;
};

// A worker ends once nothing of it is open.
const closeAtEnd = async ([type]) => {
  if (type !== END) return;
  process.off('message', closeAtEnd);
  await (await opened?.catch(() => undefined))?.close();
};
if (process.send) process.on('message', closeAtEnd);

/** With the browser that the files of a worker share. */
export default class E2eEnvironment extends Environment {
  setup() {
    super.setup();
    this.global.sharedBrowser = openBrowser;
  }
}
