import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly {
    readonly target: readonly string[];
    readonly failureSummary: string;
  }[];
}

/** What axe finds serious or critical on a page or in a part of it, one line each; run past the page's content policy. */
export async function seriousFaults(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate<boolean>('Boolean(globalThis.axe)'))) await page.evaluate(axe.source);
  const violations = await page.evaluate<Violation[]>(
    // It is in no frame of the page, so none would answer it.
    `axe.run('${within}', { resultTypes: ['violations'], iframes: false }).then((found) => found.violations)`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
}
