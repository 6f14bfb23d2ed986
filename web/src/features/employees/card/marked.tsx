import type { Segment } from '../search/match.js';
import styles from './marked.module.css';

/** Text with what the search found in it; a word that was only nearly typed is underlined instead. */
export function Marked({ segments }: { readonly segments: readonly Segment[] }) {
  return segments.map(({ text, mark }, index) =>
    mark ? (
      <mark key={index} className={mark === 'hit' ? styles.hit : styles.near}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
