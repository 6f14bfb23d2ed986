import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/**
 * Makes a window slow, to find what waits too little: `E2E_SLOW=4` divides the speed of its scripts by 4
 * and has every request wait up to 400 ms.
 */
export async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['E2E_SLOW'] ?? 1);
  if (rate <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.context().route('**/api/**', async (route) => {
    await sleep(Math.random() * rate * 100);
    await route.fallback().catch(() => undefined);
  });
}
