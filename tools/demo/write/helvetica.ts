/** Widths of the printable ASCII characters in Helvetica, in thousandths of the font size. */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
  611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
  222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
const OTHER = 600;
const BOLD = 1.07;

/** The characters of Windows-1252 that are not at their Unicode place. */
const windows = new Map(
  [...'€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'].map((character, at) => [character, 0x80 + at]),
);

export interface Font {
  readonly bold?: boolean;
  /** In points. */
  readonly size: number;
}

/** Width of a line in points; of bold text a little too much rather than too little. */
export function widthOf(line: string, { bold, size }: Font): number {
  let sum = 0;
  for (const character of line) sum += widths[character.charCodeAt(0) - 32] ?? OTHER;
  return (sum / 1000) * size * (bold ? BOLD : 1);
}

/** Breaks text into lines of at most `width` points. */
export function linesOf(words: string, width: number, font: Font): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && widthOf(longer, font) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** A PDF string: Windows-1252, with what PDF treats specially escaped. */
export function pdfString(line: string): string {
  const bytes = [...line].map((character) => {
    const code = windows.get(character) ?? character.charCodeAt(0);
    return code < 256 ? String.fromCharCode(code) : '?';
  });
  return `(${bytes.join('').replace(/[\\()]/g, '\\$&')})`;
}
