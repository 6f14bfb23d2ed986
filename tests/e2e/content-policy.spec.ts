import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { inBrowser } from './browser.js';
import { Harness } from './harness.js';

inBrowser('the content policy', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  const counted = async (directive: string) => {
    const text = await (await fetch(`${harness.address}/metrics`)).text();
    const name = `feusa_csp_violations_total{directive="${directive}"} `;
    return Number(text.split(name)[1]?.split('\n')[0]);
  };

  it('runs no script that is not ours, and the operator can see that somebody tried', async () => {
    const page = await harness.window('basic');
    await page.goto('/dashboard');
    const [scripts, images] = [await counted('script-src-elem'), await counted('img-src')];
    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'window.hasRun = true';
      document.body.append(script);
      const image = new Image();
      image.src = 'https://elsewhere.example/pixel.png';
      document.body.append(image);
    }`);
    await poll(() => counted('script-src-elem')).toBe(scripts + 1);
    await poll(() => counted('img-src')).toBe(images + 1);
    expect(await page.evaluate('window.hasRun')).toBeUndefined();
    const complaints = await harness.takeFaults();
    expect(complaints).toHaveLength(2);
    for (const each of complaints) expect(each).toContain('Content Security Policy');
  });
});
