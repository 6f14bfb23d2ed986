import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { seriousFaults } from './axe.js';
import { inBrowser } from './browser.js';
import { Stage } from './stage.js';

let stage: Stage;
inBrowser('the access log', () => {
  beforeAll(async () => void (stage = await Stage.open()));
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  it('is shown to auditors, filtered, on a phone too', async () => {
    const page = await stage.window('auditor', { viewport: { width: 390, height: 800 } });
    await page.goto('/access-log');
    await page.getByText('signed in', { exact: false }).first().waitFor();
    await stage.api.command('add-group', { name: 'Payroll' });
    await page.getByRole('listitem').filter({ hasText: 'added the group Payroll' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
    await page.getByLabel('What happened').selectOption('pruned');
    await page.getByText('No matching entries').waitFor();
    await poll(() => page.url()).toContain('kind=pruned');
  });
});
