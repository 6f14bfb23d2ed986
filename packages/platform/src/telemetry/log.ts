import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { faultFacts } from './fault.js';

export interface LogOptions {
  readonly level: string;
  /** In every line, for example the service's name. */
  readonly base?: Readonly<Record<string, string>>;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
}

/**
 * Where a person reads along: short lines, without those of single requests unless everything is asked for.
 * Undefined where standard output is no terminal, which is for machines.
 */
export async function terminalDestination(level: string): Promise<DestinationStream | undefined> {
  if (!process.stdout.isTTY) return undefined;
  const { default: pretty } = await import('pino-pretty');
  const lines = pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true });
  const isShown = (line: string) => level === 'debug' || !/"level":30,.*"msg":"request"/.test(line);
  return { write: (line) => void (isShown(line) && lines.write(line)) };
}

/** A log of JSON lines. */
export function createLog({ level, base, destination }: LogOptions): Logger {
  const options: LoggerOptions = {
    level,
    base: base ?? null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: faultFacts },
  };
  return destination ? pino(options, destination) : pino(options);
}
