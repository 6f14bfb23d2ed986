import { Command, Option, type OptionValues } from 'commander';
import { StartFault } from '@feusa/platform/start-fault';

/**
 * The command line of what `npm run NAME` starts. `--help` prints `about` with the options and ends the process;
 * what is called wrongly, and `error()`, throw a StartFault with what is wrong and how to call it.
 */
export function toolOf(name: string, about: string): Command {
  let written = '';
  return new Command(`npm run ${name} --`)
    .description(about.replace(/(?<!\n)\n(?!\n)/g, ' '))
    .helpOption('-h, --help', 'says this')
    .showHelpAfterError()
    .configureOutput({
      writeErr: (text) => (written += text),
      outputError: (text, write) => write(inPlainWords(text)),
    })
    .exitOverride(({ exitCode }) => {
      const text = written.trim();
      written = '';
      if (exitCode !== 0) throw new StartFault(text);
    });
}

/** What a tool was called with: its options, and the words beside them. @throws StartFault with the usage */
export function readArguments<Values extends OptionValues>(
  tool: Command,
  args: readonly string[] = process.argv.slice(2),
): { readonly values: Values; readonly words: readonly string[] } {
  tool.parse([...args], { from: 'user' });
  return { values: tool.opts<Values>(), words: tool.args };
}

/** An option that may be given again. */
export const manyOf = (flags: string, about: string): Option =>
  new Option(flags, about).argParser((value: string, before: readonly string[] = []) => [
    ...before,
    value,
  ]);

/** An option whose name begins with `no-` and that takes no other one back. */
export const plainFlag = (flags: string, about: string): Option =>
  Object.assign(new Option(flags, about), { negate: false });

const inPlainWords = (text: string) =>
  text.replace(/^error: (.)/, (_, first: string) => first.toUpperCase());
