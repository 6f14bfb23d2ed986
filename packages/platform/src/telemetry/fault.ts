import { stdSerializers } from 'pino';
import { keptOf, withoutData } from './fault-text.js';

/** What a log line has of a fault: nothing that could be somebody's data. */
export function faultFacts(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault;
  const all = stdSerializers.err(fault) as unknown as Record<string, unknown>;
  const { errors } = fault as { readonly errors?: unknown };
  return {
    ...keptOf(all, ['type', 'name']),
    message: withoutData(String(all['message']), fault),
    stack: withoutData(String(all['stack']), fault),
    ...(Array.isArray(errors) && { aggregateErrors: errors.map(faultFacts) }),
  };
}
