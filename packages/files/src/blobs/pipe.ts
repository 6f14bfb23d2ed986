import type { Writable } from 'node:stream';
import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from './port.js';

const LARGE = 512 * 1024;
const SMALL = 64 * 1024;
const MANY = 8;

const idle: Buffer[] = [];
let lent = 0;

/**
 * A buffer to copy up to `wanted` bytes through. Few get large ones, which are quick and are kept for
 * the next; where many are out at once the next ones are small, so that slow readers cost little.
 */
function borrow(wanted: number): Buffer {
  if (wanted <= SMALL || lent >= MANY) return Buffer.allocUnsafeSlow(Math.min(wanted, SMALL));
  lent += 1;
  return idle.pop() ?? Buffer.allocUnsafeSlow(LARGE);
}

/** Takes a borrowed buffer back; one whose bytes may still be on their way must be dropped instead. */
function giveBack(buffer: Buffer, reusable = true): void {
  if (buffer.length !== LARGE) return;
  lent -= 1;
  if (reusable && idle.length < MANY) idle.push(buffer);
}

/**
 * Copies a range of a file into a stream through two buffers that take turns: one is filled from the
 * disk while the other is on its way out. Answers false where the stream closed early.
 */
export async function pipeFile(
  file: FileHandle,
  into: Writable,
  range: ByteRange,
): Promise<boolean> {
  const buffers: Buffer[] = [];
  const closing = closed(into);
  let whole = false;
  try {
    whole = await copy({ file, into, closing: closing.early, buffers }, range);
    return whole;
  } finally {
    closing.forget();
    for (const buffer of buffers) giveBack(buffer, whole);
  }
}

interface Copy {
  readonly file: FileHandle;
  readonly into: Writable;
  readonly closing: Promise<false>;
  readonly buffers: Buffer[];
}

async function copy({ file, into, closing, buffers }: Copy, range: ByteRange): Promise<boolean> {
  const sent: Promise<boolean>[] = [];
  let at = range.start;
  for (let turn = 0; at <= range.end; turn ^= 1) {
    if ((await sent[turn]) === false) return false;
    const wanted = range.end + 1 - at;
    const buffer = (buffers[turn] ??= borrow(wanted));
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, wanted), at);
    if (bytesRead === 0) throw new Error('the file is shorter than it was');
    at += bytesRead;
    sent[turn] = Promise.race([send(into, buffer.subarray(0, bytesRead)), closing]);
  }
  return (await Promise.all(sent)).every(Boolean);
}

/** Settles when the stream is done with the bytes: false where it failed. */
export const send = (into: Writable, bytes: Buffer): Promise<boolean> =>
  new Promise((settle) => {
    if (into.destroyed) return settle(false);
    into.write(bytes, (fault) => settle(!fault));
  });

/** `early` settles when the stream closes or fails, unless it is forgotten before. */
export function closed(into: Writable) {
  let forget = () => {};
  const early = new Promise<false>((settle) => {
    const onClose = () => settle(false);
    into.once('close', onClose).once('error', onClose);
    forget = () => void into.off('close', onClose).off('error', onClose);
  });
  return { early, forget };
}

/** Writes chunks into a stream at its pace. Answers false where the stream closed early. */
export async function pipeChunks(chunks: AsyncIterable<Buffer>, into: Writable): Promise<boolean> {
  const closing = closed(into);
  let sent = Promise.resolve(true);
  try {
    for await (const chunk of chunks) {
      sent = send(into, chunk);
      if (into.destroyed) return false;
      if (into.writableNeedDrain && !(await Promise.race([sent, closing.early]))) return false;
    }
    return await Promise.race([sent, closing.early]);
  } finally {
    closing.forget();
  }
}
