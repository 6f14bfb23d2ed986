import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Half as long as what the package exports: each page compiles it anew. */
const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

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
  if (!(await page.evaluate<boolean>('Boolean(globalThis.axe)'))) await page.evaluate(source);
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
