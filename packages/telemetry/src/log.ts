import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { currentRequest } from './request-context.js';

export interface LogOptions {
  readonly level: string;
  /** In every line, for example the service's name. */
  readonly base?: Readonly<Record<string, string>>;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
}

/** A log of JSON lines; those that are written in a request say which one. */
export function createLog({ level, base, destination }: LogOptions): Logger {
  const options: LoggerOptions = {
    level,
    base: base ?? null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: ofRequest,
  };
  return destination ? pino(options, destination) : pino(options);
}

function ofRequest(): object {
  const request = currentRequest();
  if (!request) return {};
  const { requestId, userId, commandId, correlationId, place } = request;
  return { requestId, userId, commandId, correlationId, traceId: place?.traceId };
}
