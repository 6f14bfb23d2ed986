import type { Load } from '../client/load.js';
import type { Harness } from '../harness.js';
import { until } from '../until.js';

/** I9: every screen shows what the server answers, and each change came to it once, in order. */
export async function checkScreens(
  harness: Harness,
  { browsers }: Load,
  boundMs: number,
): Promise<string[]> {
  const { position } = await harness.store.head();
  const found = await Promise.all(
    browsers.map(async (browser) => {
      let differences: string[] = [];
      const isSame = async () => (differences = await browser.differences(position)).length === 0;
      await until('a screen', isSame, boundMs).catch(() => undefined);
      return [...differences.slice(0, 3), ...browser.disorder.slice(0, 3)];
    }),
  );
  return found.flat().map((text) => `I9: ${text}`);
}
