type Element = string | number | boolean | null;

/** What stands in a literal as it is: nothing that separates, quotes or ends, and no word for NULL. */
const PLAIN = /^(?!null$)[\w:.+-]+$/i;
const isPlain = (value: Element) => typeof value !== 'string' || PLAIN.test(value);

/**
 * An array as a parameter of a statement. Where none of its values needs quotes, as with numbers, times, ids and hashes,
 * it is made here: the driver quotes each value, which takes it several times as long as all else it does for an append.
 */
export function arrayParameter(values: readonly Element[]): string | readonly Element[] {
  if (!values.every(isPlain)) return values;
  return `{${values.map((value) => (value === null ? 'NULL' : value)).join()}}`;
}
