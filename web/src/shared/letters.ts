let segmenter: Intl.Segmenter | undefined;

/** Letters as people count them: an accented one, or an emoji of a family, is one. */
export const lettersOf = (text: string): string[] =>
  [...(segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text)].map(
    ({ segment }) => segment,
  );
