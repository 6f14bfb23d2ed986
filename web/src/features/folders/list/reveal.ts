import type { Run } from '../../../shared/roving.js';
import { DOC_LINE, TILE_GAP, TILE_LINE } from './measures.js';

interface Section extends Run {
  readonly name: 'folders' | 'files' | 'links';
}

/** Scrolls to where an entry will be drawn. */
export function reveal(sections: readonly Section[], id: string, isPhone: boolean): void {
  const section = sections.find(({ ids }) => ids.includes(id));
  const box = section && document.querySelector(`[data-section=${section.name}]`);
  if (!box || !section) return;
  const doc = DOC_LINE[isPhone ? 'phone' : 'wide'];
  const height = section.name === 'folders' ? TILE_LINE + TILE_GAP : doc;
  const line = Math.floor(section.ids.indexOf(id) / section.columns);
  const top = box.getBoundingClientRect().top + scrollY + line * height;
  scrollTo({ top: top - innerHeight / 2 });
}
