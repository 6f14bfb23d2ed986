import type { Page } from 'playwright-core';

/** Adds up by how much a page moves by itself, from its first frame on. */
const watch = `
  globalThis.shifts = [];
  const nameOf = (node) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    if (!element) return 'something gone';
    const text = element.textContent.trim().slice(0, 30);
    return element.tagName.toLowerCase() + '.' + element.className + ' "' + text + '"';
  };
  const placeOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources.map((each) =>
        nameOf(each.node) + ': ' + placeOf(each.previousRect) + ' -> ' + placeOf(each.currentRect));
      globalThis.shifts.push({ value, at: Math.round(startTime), moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

interface Shift {
  readonly value: number;
  readonly at: number;
  readonly moved: readonly string[];
}

export const watchShifts = (page: Page) => page.addInitScript(watch);

/** What has moved since the page was loaded, and by how much in all. */
export async function shiftsOf(page: Page) {
  const all = await page.evaluate<Shift[]>('globalThis.shifts.splice(0)');
  return { total: all.reduce((sum, { value }) => sum + value, 0), all };
}
