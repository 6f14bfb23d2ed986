import { afterAll, afterEach, beforeAll, it } from '@jest/globals';
import { inBrowser } from './browser.js';
import { Entrance } from './pages/entrance.js';
import { signIn } from './product.js';
import { Stage } from './stage.js';

const RULE = 'At least 14 characters, hard to guess';
let stage: Stage;

inBrowser('the settings of an installation', () => {
  beforeAll(async () => {
    stage = await Stage.open({ FEUSA_PASSWORD_MIN: '14' });
  });
  afterEach(() => stage.closeWindows());
  afterAll(() => stage.close());

  it.each([390, 1280])('say how long a new password must be, at %i px', async (width) => {
    const page = await stage.window('admin', { viewport: { width, height: 900 } });
    await page.goto('/register');
    await page.getByText(RULE).waitFor();
    const screen = new Entrance(page);
    await screen.register(signIn.teamPassword, 'new@feusa.example', 'hay in a barn');
    await page.getByText('Password must be at least 14 characters').waitFor();
    const outside = await stage.window(undefined, { viewport: { width, height: 900 } });
    await outside.goto(`/reset?token=${'x'.repeat(43)}`);
    await outside.getByText(RULE).waitFor();
  });
});
