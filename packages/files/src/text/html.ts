import type { Collected } from './collected.js';
import { scanMarkup } from './markup.js';

const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'math', 'object']);
/** Words go on over these. */
const INLINE = new Set([
  'a',
  'b',
  'i',
  'u',
  's',
  'em',
  'strong',
  'span',
  'sub',
  'sup',
  'small',
  'mark',
]);

/** What a browser would show, without running anything. */
export function readHtml(source: string, into: Collected): void {
  let unseen: string | undefined;
  scanMarkup(source, {
    get isDone() {
      return into.isFull;
    },
    text: (text) => unseen === undefined && into.add(text),
    open(name, tag) {
      const tagName = name.toLowerCase();
      if (unseen === undefined && UNSEEN.has(tagName) && !tag.endsWith('/')) unseen = tagName;
      if (!INLINE.has(tagName)) into.add(' ');
    },
    close(name) {
      const tagName = name.toLowerCase();
      if (unseen === tagName) unseen = undefined;
      if (!INLINE.has(tagName)) into.add(' ');
    },
  });
}
