import type { Frame, Page } from 'playwright-core';

/** Words of at most 18 letters of which a part stands in the next line. */
export const brokenWords = (page: Page | Frame): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
        if (!/^[\\p{L}\\p{N}.,:()]{2,18}$/u.test(word)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(word + ' in "' + node.data.trim().slice(0, 50) + '"');
      }
    }
    return found;
  })()`);

/** Buttons, links and fields in sight on which a press would meet something else that lies over them. */
export const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const controls = 'button, a[href], input:not([type=file]), select, textarea, summary';
    /** What of it is not clipped by what it lies in. */
    const sightOf = (element) => {
      const sight = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      for (let above = element.parentElement; above; above = above.parentElement) {
        if (getComputedStyle(above).overflow === 'visible') continue;
        const { left, top, right, bottom } = above.getBoundingClientRect();
        sight.left = Math.max(sight.left, left);
        sight.top = Math.max(sight.top, top);
        sight.right = Math.min(sight.right, right);
        sight.bottom = Math.min(sight.bottom, bottom);
      }
      return sight;
    };
    /** Bars that float have what scrolls below them. */
    const floats = (element, over) => {
      for (let at = over; at && !at.contains(element); at = at.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true;
      return false;
    };
    const root = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
      .filter((each) => each.getAttribute('aria-modal') !== 'false').pop() ?? document.body;
    const found = [];
    for (const element of root.querySelectorAll(controls)) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest('.visually-hidden, [inert]')) continue;
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const sight = sightOf(element);
      if (width < 2 || x < sight.left || x > sight.right || y < sight.top || y > sight.bottom) continue;
      const hit = document.elementFromPoint(x, y);
      if (!hit || hit.contains(element) || element.contains(hit) || floats(element, hit)) continue;
      if (hit.closest('label')?.contains(element)) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent.trim();
      found.push((name || element.tagName).slice(0, 40) + ' below ' + hit.tagName + ' ' +
        hit.textContent.trim().slice(0, 40));
    }
    return found;
  })()`);

/** Buttons, boxes and fields in sight that are lower or narrower than a thumb. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const controls = 'button, [role=button], input:not([type=file]), select, summary, nav a';
    const found = [];
    for (const element of document.querySelectorAll(controls)) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest('.visually-hidden, [inert], [style*=clip]')) continue;
      // What stands in a sentence is as high as its line (WCAG 2.5.8).
      const beside = [...element.parentElement.childNodes];
      if (beside.some((node) => node.nodeType === 3 && node.data.trim() !== '')) continue;
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      if (width > 43 && height > 43) continue;
      const name = element.getAttribute('aria-label') ?? element.textContent.trim();
      found.push((name || element.tagName) + ' ' + Math.round(width) + ' x ' + Math.round(height));
    }
    return found;
  })()`);
