import path from 'node:path';
import { StartFault } from '@feusa/platform/start-fault';
import { EmployeeFields } from '@feusa/contracts/employees';
import { normalEmail } from '@feusa/contracts/text';
import { readCsv, type Csv, type CsvRow } from './csv.js';
import { withoutGuard } from './guarded-cell.js';

export interface PersonRow extends CsvRow {
  readonly fields: EmployeeFields;
}

/** A row that cannot be taken; every field of it that is wrong has its message. */
export interface RefusedRow extends CsvRow {
  readonly reason: string;
}

export interface People {
  readonly header: readonly string[];
  readonly rows: readonly PersonRow[];
  readonly refused: readonly RefusedRow[];
}

const FIELDS = Object.keys(EmployeeFields.shape) as (keyof EmployeeFields)[];
const OPTIONAL = new Set<string>(['mobile']);
/** Columns of the product's own lists, and of the file of refused rows: no input, but no mistake. */
const IGNORED = new Set(['id', 'file', 'dateadded', 'timestamp', 'version', 'line', 'reason']);

/** Reads people by the names in the header. @throws StartFault where the file as a whole is unusable */
export async function readPeople(file: string): Promise<People> {
  const csv = await readCsv(file);
  const columns = columnsOf(csv, path.basename(file));
  const rows: PersonRow[] = [];
  const refused: RefusedRow[] = [];
  const lines = new Map<string, number>();
  for (const row of csv.rows) {
    const read = personOf(row, columns);
    const first = read.fields && lines.get(normalEmail(read.fields.email));
    if (!read.fields) refused.push({ ...row, reason: read.reason });
    else if (first) refused.push({ ...row, reason: `email: the same as in line ${first}` });
    else {
      lines.set(normalEmail(read.fields.email), row.line);
      rows.push({ ...row, fields: read.fields });
    }
  }
  return { header: csv.header, rows, refused };
}

type Columns = readonly (keyof EmployeeFields | undefined)[];

const plain = (name: string) => name.replace(/[\s_-]/g, '').toLowerCase();

function columnsOf({ header }: Csv, file: string): Columns {
  const columns = header.map((name) => FIELDS.find((field) => plain(field) === plain(name)));
  const list = (names: readonly string[]) => names.join(', ');
  const missing = FIELDS.filter((field) => !OPTIONAL.has(field) && !columns.includes(field));
  const twice = FIELDS.filter((field) => columns.indexOf(field) !== columns.lastIndexOf(field));
  const unknown = header.filter((name, at) => !columns[at] && !IGNORED.has(plain(name)));
  const faults = [
    ...(missing.length > 0 ? [`missing: ${list(missing)}`] : []),
    ...(twice.length > 0 ? [`more than once: ${list(twice)}`] : []),
    ...(unknown.length > 0 ? [`unknown: ${list(unknown.map((name) => name || '(empty)'))}`] : []),
  ];
  if (faults.length === 0) return columns;
  throw new StartFault(
    `${file}: the columns in the first line do not fit (${faults.join('; ')}). ` +
      `They are ${list(FIELDS)}; mobile may be left out.`,
  );
}

type Read =
  | { readonly fields: EmployeeFields; readonly reason?: never }
  | { readonly fields?: never; readonly reason: string };

function personOf({ cells }: CsvRow, columns: Columns): Read {
  if (cells.length !== columns.length) {
    return { reason: `${cells.length} cells where there are ${columns.length} columns` };
  }
  const given = columns.flatMap((field, at) =>
    field ? [[field, withoutGuard(cells[at] ?? '')] as const] : [],
  );
  const result = EmployeeFields.safeParse(Object.fromEntries(given));
  if (result.success) return { fields: result.data };
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { reason: faults.join('; ') };
}
