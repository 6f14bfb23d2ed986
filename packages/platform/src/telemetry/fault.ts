import { stdSerializers } from 'pino';

/** What else is on a fault may quote anything: rows, addresses, whole requests, the hash of a password. */
const KEPT = [
  ...['type', 'name', 'code', 'errno', 'syscall', 'status', 'statusCode', 'responseCode'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
] as const;

/** An e-mail address, and who signs in at an address of another kind. */
const ADDRESS = /[^\s<>@"'(/]{1,200}@\p{L}[^\s<>@"'/:)]*/gu;

/** What a log line has of a fault: nothing that could be somebody's data. */
export function faultFacts(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault;
  const all = stdSerializers.err(fault) as unknown as Record<string, unknown>;
  const { errors } = fault as { readonly errors?: unknown };
  return {
    ...Object.fromEntries(KEPT.filter((name) => name in all).map((name) => [name, all[name]])),
    message: withoutData(String(all['message']), fault),
    stack: withoutData(String(all['stack']), fault),
    ...(Array.isArray(errors) && { aggregateErrors: errors.map(faultFacts) }),
  };
}

/** A fault in words, without what they quote. */
export const faultText = (fault: unknown): string =>
  fault instanceof Error ? withoutData(fault.message, fault) : String(fault);

function withoutData(text: string, fault: Error): string {
  let said = text;
  for (const { message } of withCauses(fault).filter(quotesValues))
    said = said.replaceAll(message, () => message.replace(/".*"/s, '…'));
  return said.replace(ADDRESS, '…');
}

function withCauses(fault: Error): Error[] {
  const all = new Set<Error>();
  for (let each: unknown = fault; each instanceof Error && !all.has(each); each = each.cause)
    all.add(each);
  return [...all];
}

/** A database that cannot read a value says it; in other faults it quotes names of its own only. */
const quotesValues = (fault: Error & { readonly code?: unknown }): boolean =>
  typeof fault.code === 'string' && /^22[0-9A-Z]{3}$/.test(fault.code);
