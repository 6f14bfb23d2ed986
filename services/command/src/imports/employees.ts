import { EmployeeFields } from '@feusa/contracts/employees';
import type { ImportFault } from '@feusa/contracts/imports';
import { withoutGuard } from '@feusa/contracts/guarded-cell';
import { normalEmail } from '@feusa/contracts/text';
import { breathing } from '@feusa/platform/breathing';
import { CsvFault, type Csv, type CsvRow } from './csv.js';

export interface EmployeeRow extends CsvRow {
  readonly fields: EmployeeFields;
}

/** A row that cannot be taken; every field of it that is wrong has its message. */
export interface RefusedRow extends CsvRow {
  readonly reason: string;
  readonly faults: readonly ImportFault[];
}

export interface EmployeeRows {
  readonly header: readonly string[];
  readonly rows: readonly EmployeeRow[];
  readonly refused: readonly RefusedRow[];
  /** Which fields have a column. */
  readonly given: ReadonlySet<keyof EmployeeFields>;
}

const FIELDS = Object.keys(EmployeeFields.shape) as (keyof EmployeeFields)[];
const OPTIONAL = new Set<string>(['mobile']);
/** Columns of the product's own lists, and of the file of refused rows: no input, but no mistake. */
const IGNORED = new Set(['id', 'file', 'dateadded', 'timestamp', 'version', 'line', 'reason']);

/**
 * Reads people by the names in the header, and lets others be answered meanwhile.
 * @throws CsvFault where the text as a whole is unusable
 */
export async function employeesIn(csv: Csv): Promise<EmployeeRows> {
  const columns = columnsOf(csv);
  const rows: EmployeeRow[] = [];
  const refused: RefusedRow[] = [];
  const lines = new Map<string, number>();
  const breathe = breathing();
  for (const row of csv.rows) {
    await breathe();
    const read = personOf(row, columns);
    const first = read.fields && lines.get(normalEmail(read.fields.email));
    const again =
      first === undefined
        ? undefined
        : [{ field: 'email', reason: `the same as in line ${first}` }];
    const faults = read.faults ?? again;
    if (!read.fields || faults) refused.push(refusedRow(row, faults ?? []));
    else {
      lines.set(normalEmail(read.fields.email), row.line);
      rows.push({ ...row, fields: read.fields });
    }
  }
  const given = new Set(columns.filter((field) => field !== undefined));
  return { header: csv.header, rows, refused, given };
}

function refusedRow(row: CsvRow, faults: readonly ImportFault[]): RefusedRow {
  const reasons = faults.map(({ field, reason }) => (field ? `${field}: ${reason}` : reason));
  return { ...row, reason: reasons.join('; '), faults };
}

type Columns = readonly (keyof EmployeeFields | undefined)[];

const plain = (name: string) => name.replace(/[\s_-]/g, '').toLowerCase();

function columnsOf({ header }: Csv): Columns {
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
  throw new CsvFault(
    `the columns in the first line do not fit (${faults.join('; ')}). ` +
      `They are ${list(FIELDS)}; mobile may be left out.`,
  );
}

type Read =
  | { readonly fields: EmployeeFields; readonly faults?: never }
  | { readonly fields?: never; readonly faults: readonly ImportFault[] };

function personOf({ cells }: CsvRow, columns: Columns): Read {
  if (cells.length !== columns.length) {
    const reason = `${cells.length} cells where there are ${columns.length} columns`;
    return { faults: [{ field: null, reason }] };
  }
  const given = columns.flatMap((field, at) =>
    field ? [[field, withoutGuard(cells[at] ?? '')] as const] : [],
  );
  const result = EmployeeFields.safeParse(Object.fromEntries(given));
  if (result.success) return { fields: result.data };
  const faults = result.error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    reason: message,
  }));
  return { faults };
}
