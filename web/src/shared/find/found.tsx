import { excerptParts } from './find.js';
import styles from './find.module.css';
import { texts } from '../texts.js';

/** Text around the words, which are marked. */
export const Excerpt = ({ excerpt }: { readonly excerpt: string }) => (
  <>
    {excerptParts(excerpt).map(({ text, isMarked }, index) =>
      isMarked ? (
        <mark key={index} className={styles.mark}>
          {text}
        </mark>
      ) : (
        text
      ),
    )}
  </>
);

/** The words that something has not. */
export const Missing = ({ words }: { readonly words: readonly string[] }) => (
  <span className={styles.missing}>
    {texts.without}{' '}
    {words.map((word) => (
      <s key={word}>{word}</s>
    ))}
  </span>
);
