import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { breathing } from '@feusa/platform/breathing';
import { charsetIn, decodePlain } from '@feusa/files/plain-text';
import { parse } from 'csv-parse';

/** What is wrong with a text that is to be CSV, and where, in words. */
export class CsvFault extends Error {
  override readonly name = 'CsvFault';
}

/** A row and the line of the file that it starts in, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Csv {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
}

/**
 * Reads CSV: UTF-8 or UTF-16 with or without a mark, or what `mediaType` declares; any line ends, commas, semicolons
 * or tabs. Others are answered meanwhile.
 * @throws CsvFault
 */
export async function csvIn(bytes: Buffer, mediaType = ''): Promise<Csv> {
  const [header, ...rows] = await recordsOf(textOf(bytes, charsetIn(mediaType)));
  if (!header) return fail('the file is empty');
  return { header: header.cells.map((cell) => cell.trim()), rows };
}

function fail(fault: string): never {
  throw new CsvFault(fault);
}

function textOf(bytes: Buffer, declared: string | undefined): string {
  if (declared !== undefined && declared !== 'utf-8') return decodePlain(bytes, declared);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes.includes(0)) return fail('this is not a CSV file');
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const line = firstLineThatIsNotUtf8(bytes);
  return fail(`line ${line} is not UTF-8; save the file as "CSV UTF-8" and try again`);
}

function firstLineThatIsNotUtf8(bytes: Buffer): number {
  let start = 0;
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

/** What separates the cells: whichever of the three the first line has most of. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n|\r/, 1);
  const count = (delimiter: string) => first.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** In bytes, that are read without a pause. */
const PIECE = 16 * 1024;

interface Parsed {
  readonly record: string[];
  readonly raw: string;
}

async function recordsOf(text: string): Promise<CsvRow[]> {
  const parser = Readable.from(piecesOf(Buffer.from(text))).pipe(
    parse({
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      raw: true,
    }),
  ) as AsyncIterable<Parsed>;
  const breathe = breathing();
  const rows: CsvRow[] = [];
  // A quoted cell may hold line breaks, so the n-th row is not always in the n-th line.
  let line = 1;
  try {
    for await (const { record, raw } of parser) {
      if (record.some((cell) => cell.trim() !== '')) rows.push({ line, cells: record });
      line += raw.replace(/(\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/).length;
      await breathe();
    }
    return rows;
  } catch (fault) {
    const { lines } = fault as { lines?: number };
    return fail(`line ${lines ?? '?'} cannot be read: ${quoteFault(fault)}`);
  }
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

const quoteFault = (fault: unknown) =>
  (fault as { code?: string }).code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'a quoted cell does not end'
    : 'a quotation mark is in the wrong place';
