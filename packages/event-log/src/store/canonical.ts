/**
 * RFC 8785 (JCS) text of a JSON value: keys in UTF-16 order, no white space, undefined left out.
 * @throws TypeError for what JSON cannot say: a number without end, half a character, a function
 */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return scalar(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join()}]`;
  const object = value as Record<string, unknown>;
  let members = '';
  for (const key of Object.keys(object).sort()) {
    if (object[key] === undefined) continue;
    members += `${members && ','}${scalar(key)}:${canonical(object[key])}`;
  }
  return `{${members}}`;
}

function scalar(value: unknown): string {
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  throw new TypeError(`JSON cannot say this ${typeof value}`);
}
