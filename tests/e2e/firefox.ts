import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { leftOut } from '@feusa/testing/left-out';
import { firefox, type Browser } from 'playwright-core';
import { describe } from '@jest/globals';

const { FIREFOX_PATH, FIREFOX_LIBRARIES } = process.env;
const canRun = Boolean(FIREFOX_PATH ?? process.env['CI']);
if (!canRun)
  leftOut('The main paths in Firefox were left out: FIREFOX_PATH names no firefox-esr of Debian.');

/** A `describe` that needs Firefox; on CI a missing one fails it. */
export const inFirefox = !canRun ? describe.skip : describe;

/** It asks nobody outside for updates and experiments. */
const quiet = {
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.search.update': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
};
/** A busy machine takes long to start it for the first time. */
const START_MS = 180_000;

export async function openFirefox(): Promise<Browser> {
  if (!FIREFOX_PATH) throw new Error('There is no Firefox here, and CI must have one.');
  const bridge = path.join(import.meta.dirname, 'firefox-bridge.mjs');
  await chmod(bridge, 0o755);
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: bridge,
    firefoxUserPrefs: quiet,
    timeout: START_MS,
    env: { ...process.env, ...(FIREFOX_LIBRARIES && { LD_LIBRARY_PATH: FIREFOX_LIBRARIES }) },
  });
}
