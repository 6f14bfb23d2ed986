/** A spreadsheet takes a cell that begins like this for a formula. */
const formula = /^[=+\-@\t\r]/;

/** A cell that no spreadsheet runs as a formula, quoted where CSV needs it. */
export function guardedCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of CSV, with its end. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map(guardedCell).join(',')}\r\n`;

/** The text of a cell without the apostrophe that kept it from being a formula. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
