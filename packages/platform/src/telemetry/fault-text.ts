/** What else is on a fault may quote anything: rows, addresses, whole requests, the hash of a password. */
const KEPT = [
  ...['code', 'errno', 'syscall', 'status', 'statusCode', 'responseCode'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
] as const;

/** An e-mail address, and who signs in at an address of another kind. */
const ADDRESS = /[^\s<>@"'(/]{1,200}@\p{L}[^\s<>@"'/:)]*/gu;

/** A place in the program. */
const FRAME = /^ {4}at (.+ \()?[^()]+(:\d+:\d+|<anonymous>|index \d+)\)?$/;

type Facts = Readonly<Record<string, unknown>>;

/** What is on a fault and cannot be somebody's data, by its name; `more` where that is wanted, too. */
export const keptOf = (all: Facts, more: readonly string[] = []): Facts =>
  Object.fromEntries(
    [...more, ...KEPT].filter((name) => name in all).map((name) => [name, all[name]]),
  );

/** A fault in words, without what they quote. */
export const faultText = (fault: unknown): string =>
  fault instanceof Error ? withoutData(fault.message, fault) : String(fault);

/** A fault in lines for a console: its kind, its words, its facts and where it came from, also of what has caused it. */
export function faultReport(fault: unknown): string {
  if (!(fault instanceof Error)) {
    const type = typeof fault;
    return `${/^[aeiou]/.test(type) ? 'An' : 'A'} ${type} was thrown that is no error.`;
  }
  const { errors } = fault as { readonly errors?: unknown };
  const gathered = Array.isArray(errors) ? errors.map((each) => `also: ${faultReport(each)}`) : [];
  return [withCauses(fault).map(linesOf).join('\ncaused by: '), ...gathered].join('\n');
}

function linesOf(fault: Error): string {
  const facts = Object.entries(keptOf(fault as unknown as Facts))
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `${name} ${value as string | number}`);
  const head = `${fault.name}: ${faultText(fault)}`;
  const frames = String(fault.stack)
    .split('\n')
    .filter((line) => FRAME.test(line));
  return [facts.length > 0 ? `${head} (${facts.join(', ')})` : head, ...frames].join('\n');
}

/** Leaves out of a text about a fault what is quoted in the words of that one and of its causes. */
export function withoutData(text: string, fault: Error): string {
  let said = text;
  for (const each of withCauses(fault)) {
    const { message } = each;
    const quoted = quotedBy(each);
    if (message !== '' && quoted)
      said = said.replaceAll(message, () => message.replace(quoted, '…'));
  }
  return said.replace(PREVIEW, '$1 …').replace(ADDRESS, '…');
}

function withCauses(fault: Error): Error[] {
  const all = new Set<Error>();
  for (let each: unknown = fault; each instanceof Error && !all.has(each); each = each.cause)
    all.add(each);
  return [...all];
}

/** OpenSearch shows the value of a field that it cannot read. */
const PREVIEW = /(Preview of field's value:) '[^]*'/g;

/** Where a fault quotes a value: in all others only names of the program and its tables are in quotes. */
function quotedBy(fault: Error & { readonly code?: unknown }): RegExp | undefined {
  const code = typeof fault.code === 'string' ? fault.code : '';
  // A database that cannot read a value says it.
  if (/^22[0-9A-Z]{3}$/.test(code)) return /".*"/s;
  // So does Node of an argument, and V8 of a text that is no JSON and no number.
  if (/^ERR_(INVALID_ARG|OUT_OF_RANGE)/.test(code)) return /Received .*$/s;
  return fault instanceof SyntaxError ? /".*"|(?<=Cannot convert ).*(?= to )/s : undefined;
}
