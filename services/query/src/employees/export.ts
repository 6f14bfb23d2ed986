import { listBounds } from '@feusa/contracts/bounds';
import type { EmployeeView } from '@feusa/contracts/employees';
import { At } from '@feusa/contracts/query-params';
import { peopleCsv } from '@feusa/contracts/employees-csv';
import { Id } from '@feusa/contracts/text';
import { vCard4 } from '@feusa/contracts/vcard';
import { z } from 'zod';
import { SearchText } from '../search/search-employees.js';
import { After } from '../query-params.js';

const MOST = listBounds.exported.value;

const Ids = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(Id).max(MOST, { error: `At most ${MOST} ids` }));

/** One value, or the same parameter several times. */
const Values = z.union([z.string().transform((value) => [value]), z.array(z.string())]);

/** Whom to export: all of these conditions hold; without any it is everybody. */
export const ExportQuery = After.extend({
  at: At,
  format: z.enum(['csv', 'vcf'], { error: 'Either csv or vcf' }),
  ids: Ids.optional(),
  q: SearchText.optional(),
  location: Values.optional(),
  department: Values.optional(),
}).strict();
export type ExportQuery = z.output<typeof ExportQuery>;

/** `found`: whom the words of `q` find. */
export function isExported(
  { ids, location, department }: ExportQuery,
  found: ReadonlySet<string> | undefined,
): (person: EmployeeView) => boolean {
  const named = ids && new Set(ids);
  return (person) =>
    (named?.has(person.id) ?? true) &&
    (found?.has(person.id) ?? true) &&
    (location?.includes(person.location) ?? true) &&
    (department?.includes(person.department) ?? true);
}

const TOGETHER = 100;

const formats = {
  csv: peopleCsv,
  vcf: { head: '', line: vCard4 },
};

export const mediaTypes = { csv: 'text/csv', vcf: 'text/vcard' };

/** People one after the other, some at a time. */
export async function* exportedText(
  format: ExportQuery['format'],
  people: Iterable<EmployeeView> | AsyncIterable<EmployeeView>,
): AsyncGenerator<string> {
  const { head, line } = formats[format];
  let text = head;
  let waiting = 0;
  for await (const person of people) {
    text += line(person);
    if (++waiting % TOGETHER > 0) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
