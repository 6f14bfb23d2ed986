import { memoryBounds } from '@feusa/contracts/memory-bounds';

const MOST = memoryBounds.letterFault.value;

interface SqlFacts {
  readonly code?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly constraint?: unknown;
}

/**
 * What went wrong, in one short line that may be kept and shown: no stack, and nothing that could be
 * somebody's data. A database's own words quote values, so only its code and names are taken.
 */
export function errorText(fault: unknown): string {
  if (!(fault instanceof Error)) return 'An unknown error';
  const text = sqlText(fault as Error & SqlFacts) ?? plainText(fault);
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text;
}

function sqlText({ code, table, column, constraint }: Error & SqlFacts): string | undefined {
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return undefined;
  const place = [table, column].filter((name) => typeof name === 'string').join('.');
  const rule = typeof constraint === 'string' ? `, rule ${constraint}` : '';
  return `The database refused the data: SQL ${code}${place && ` in ${place}`}${rule}`;
}

function plainText(fault: Error): string {
  const [line = ''] = fault.message.split('\n', 1);
  const isEngine = fault instanceof TypeError || fault instanceof ReferenceError;
  const text = withoutData(line, isEngine).trim();
  return text === '' ? fault.name : text;
}

/** The engine quotes names of the program in single quotes; everybody else may quote anything. */
const withoutData = (text: string, isEngine: boolean): string =>
  text
    .replace(/"[^"]*"?|`[^`]*`?|“[^”]*”?/g, '…')
    .replace(isEngine ? /(?!)/ : /'[^']*'?/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\+?\d[\d\s().-]{6,}\d/g, '…')
    .replace(/[{[].*/s, '…');
