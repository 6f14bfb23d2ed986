import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartFault } from '@feusa/platform/start-fault';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Ends a tool that was called wrongly: says what is wrong, where that is known, and how to call it. */
export function wrongUse(usage: string, fault?: string): never {
  throw new StartFault(fault ? `${fault}\n\n${usage}` : usage);
}

/** What a tool was called with: its options, and the words beside them. @throws StartFault with the usage */
export function readArguments<O extends Options>(
  usage: string,
  options: O,
  args: readonly string[] = process.argv.slice(2),
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (fault) {
    return wrongUse(usage, (fault as Error).message.split('. ')[0]);
  }
}
