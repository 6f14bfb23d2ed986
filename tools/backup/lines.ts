import type { LogRecord } from '@feusa/event-log/store/port';

const LINE = /^(.*),"hash":"([0-9a-f]{64})"\}$/s;

/** An event as exports have it: its exact bytes, and its hash as the last member. */
export const lineOf = ({ bytes, hash }: LogRecord): string =>
  `${bytes.slice(0, -1)},"hash":"${hash}"}`;

/** The event on a line, undefined where there is none. The bytes are what was stored, to the byte. */
export function recordOf(line: string): LogRecord | undefined {
  const [, begin, hash] = LINE.exec(line) ?? [];
  if (begin === undefined || hash === undefined) return undefined;
  const bytes = `${begin}}`;
  try {
    const event = JSON.parse(bytes) as LogRecord['index'] & { readonly position: string };
    const { stream, version, type, actor, at } = event;
    const index = { stream, version, type, actor, at };
    return { position: Number(event.position), bytes, hash, index };
  } catch {
    return undefined;
  }
}
