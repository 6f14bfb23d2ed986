import { afterAll, afterEach, beforeAll, it } from '@jest/globals';
import { inBrowser, inTurn } from './browser.js';
import { resetPath } from './mail.js';
import { Entrance } from './pages/entrance.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

const RULE = 'At least 14 characters, hard to guess';
let harness: Harness;
let reset: string;

inBrowser('the settings of an installation', () => {
  beforeAll(async () => {
    harness = await Harness.open({ FEUSA_PASSWORD_MIN: '14' });
    reset = await resetPath(harness, signIn.email);
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it.each(inTurn([390, 1280]))('say how long a new password must be, at %i px', async (width) => {
    const page = await harness.window('admin', { viewport: { width, height: 900 } });
    await page.goto('/register');
    await page.getByText(RULE).waitFor();
    const screen = new Entrance(page);
    await screen.register(signIn.teamPassword, 'new@feusa.example', 'hay in a barn');
    await page.getByText('Password must be at least 14 characters').waitFor();
    const outside = await harness.window(undefined, { viewport: { width, height: 900 } });
    await outside.goto(reset);
    await outside.getByText(RULE).waitFor();
  });
});
