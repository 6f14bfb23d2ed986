/** A part of a document; `table` has its header in the first row. */
export type Block =
  | { readonly heading: string }
  | { readonly text: string }
  | { readonly list: readonly string[] }
  | { readonly steps: readonly string[] }
  | { readonly note: string }
  | { readonly table: readonly (readonly string[])[] };

/** A document before it is written as PDF or DOCX. Its text is of the Windows-1252 characters. */
export interface Paper {
  readonly title: string;
  /** One line below the title. */
  readonly subtitle: string;
  /** What the document is filed under. */
  readonly number: string;
  readonly blocks: readonly Block[];
}

export const heading = (text: string): Block => ({ heading: text });
export const text = (words: string): Block => ({ text: words });
export const list = (...items: string[]): Block => ({ list: items });
export const steps = (...items: string[]): Block => ({ steps: items });
export const note = (words: string): Block => ({ note: words });
/** Cells are separated by `|`. */
export const table = (...rows: string[]): Block => ({ table: rows.map(cells) });

export const cells = (row: string): string[] => row.split('|').map((cell) => cell.trim());
