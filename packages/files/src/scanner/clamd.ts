import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { createConnection } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ScannerFault, type Scanner } from './port.js';

/** A server that takes and says nothing for this long is gone. */
const SILENCE_MS = 60_000;
/** An answer is a line. */
const LONGEST_ANSWER = memoryBounds.scannerAnswer.value;

/**
 * ClamAV's server by its command `INSTREAM` (clamd(8)): chunks with their lengths before them, then an empty one.
 * `address`: `host:port`, or the path of a socket; `silenceMs`: of a server that is gone.
 */
export function openClamd(address: string, silenceMs = SILENCE_MS): Scanner {
  const where = { ...placeOf(address), silenceMs };
  const counts = { clean: 0, found: 0, failed: 0 };
  let fault: string | undefined;
  return {
    state: () => fault,
    counts: () => counts,
    async scan(bytes, signal) {
      try {
        const threat = await ask(where, bytes, signal);
        counts[threat === undefined ? 'clean' : 'found'] += 1;
        fault = undefined;
        return threat;
      } catch (reason) {
        counts.failed += 1;
        fault = (reason as Error).message;
        throw new ScannerFault(fault, { cause: reason });
      }
    },
  };
}

type ScannerAddress = ReturnType<typeof placeOf> & { readonly silenceMs: number };

/** It may answer, and hang up, before it has seen everything. */
async function ask({ silenceMs, ...where }: ScannerAddress, bytes: Readable, signal: AbortSignal) {
  const socket = createConnection({ ...where, signal, allowHalfOpen: true });
  socket.setTimeout(silenceMs, () => socket.destroy(new ScannerFault('it is silent')));
  const sending = pipeline(framed(bytes), socket, { end: false }).catch((fault: Error) => fault);
  try {
    const answer = await text(bounded(socket)).catch((fault: Error) => fault);
    if (answer === '') throw (await sending) ?? new ScannerFault('it hung up');
    if (typeof answer !== 'string') throw answer;
    return threatIn(answer);
  } finally {
    bytes.destroy();
    socket.destroy();
  }
}

function placeOf(address: string) {
  const [, host, port] = /^(.+):(\d+)$/.exec(address) ?? [];
  return host && port
    ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
    : { path: address };
}

async function* framed(bytes: Readable) {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

async function* bounded(answer: Readable) {
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LONGEST_ANSWER) throw new ScannerFault('its answer is too long');
    yield part;
  }
}

/** `stream: OK`, `stream: NAME FOUND` or `REASON ERROR`. */
function threatIn(answer: string): string | undefined {
  const line = answer.replace(/\0[^]*$/, '').trim();
  if (line === 'stream: OK') return undefined;
  const [, threat] = /^stream: (.+) FOUND$/.exec(line) ?? [];
  if (threat) return threat;
  throw new ScannerFault(line.slice(0, 200));
}
