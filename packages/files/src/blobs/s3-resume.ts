import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { MissingBlob, type ByteRange } from './port.js';
import { within } from '@feusa/platform/s3/within';
import { s3Fault } from '@feusa/platform/s3/faults';

const SILENCE_MS = 2500;
const PAUSE_MS = 200;

interface ResumedRange extends ByteRange {
  /** How long to try where the server brings nothing, in ms. */
  readonly patienceMs?: number | undefined;
}

/**
 * The bytes of a range, read on from where they broke off: a server closes the connection of a slow
 * reader, or is restarted.
 * @throws MissingBlob; Refusal `unavailable`
 */
export async function* resumed(
  open: (range: ByteRange) => Promise<Readable>,
  first: Readable,
  { start, end, patienceMs = SILENCE_MS }: ResumedRange,
): AsyncGenerator<Buffer, void> {
  let at = start;
  let body: Readable | undefined = first;
  let waitingSince = performance.now();
  while (at <= end) {
    try {
      body ??= await open({ start: at, end });
      for await (const chunk of timely(body)) {
        at += chunk.length;
        yield chunk;
        waitingSince = performance.now();
      }
      if (at <= end) throw Object.assign(new Error('the bytes end early'), { code: 'ECONNRESET' });
    } catch (fault) {
      const isOver = performance.now() - waitingSince >= patienceMs;
      if (isOver || fault instanceof MissingBlob) throw s3Fault(fault);
      await pause(PAUSE_MS);
    }
    body = undefined;
  }
}

/** Bounds the time of each wait for the server; that of the reader is its own. */
async function* timely(body: Readable): AsyncGenerator<Buffer, void> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  try {
    for (;;) {
      const next = await within(SILENCE_MS, () => chunks.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    body.on('error', () => undefined).destroy();
  }
}
