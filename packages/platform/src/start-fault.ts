import { faultReport } from './telemetry/fault-text.js';
import { trustFault } from './trust.js';

/**
 * A reason why the product cannot start that its operator can understand and mend.
 * `message` is one sentence for the operator; show it alone, without a stack trace.
 */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}

/** Of the system, and of PostgreSQL where it lets nobody in or has no such database. */
const ofOperator = /^(E[A-Z]+|28\d{3}|3D000)$/;

/** What to print of a fault: a line where its operator can mend it, else all of it but what it quotes. */
export function toOperator(fault: unknown): string {
  if (!(fault instanceof Error)) return faultReport(fault);
  const { code } = fault as { readonly code?: unknown };
  const isTheirs = fault instanceof StartFault || ofOperator.test(String(code));
  const why = isTheirs ? undefined : trustFault(fault);
  if (why) return `A server that this needs cannot be used: ${why} (${fault.message}).`;
  // An address of two families fails twice.
  const [first] = fault instanceof AggregateError ? (fault.errors as Error[]) : [fault];
  return isTheirs && first ? first.message : faultReport(fault);
}

/** Ends the program, and says why to its operator. */
export function endWith(fault: unknown): never {
  console.error(toOperator(fault));
  process.exit(1);
}

/** Ends the program in the same way where nobody catches a fault: Node would print all that is on it. */
export function endWithUncaught(): void {
  process.on('uncaughtException', endWith);
}
