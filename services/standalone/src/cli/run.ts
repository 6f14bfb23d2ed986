import { StartFault } from '@feusa/adapters/start-fault';

/** Runs a tool: a fault that its user can mend is one line, and every fault is exit code 1. */
export function run(tool: () => Promise<void>): void {
  tool().then(
    () => process.exit(process.exitCode ?? 0),
    (fault: unknown) => {
      console.error(fault instanceof StartFault ? fault.message : fault);
      process.exit(1);
    },
  );
}
