import { endWith, endWithUncaught } from '@feusa/platform/start-fault';

/**
 * Runs a tool: a fault that its user can mend is one line, and every fault is exit code 1. Whoever reads
 * along may stop doing so (`| head`): the tool goes on to its end.
 */
export function run(tool: () => Promise<void>): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  endWithUncaught();
  tool().then(() => process.exit(process.exitCode ?? 0), endWith);
}

/** Where the user stands: npm itself goes to the root of the project. */
export const userDirectory = (): string => process.env['INIT_CWD'] ?? process.cwd();
