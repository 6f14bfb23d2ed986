import { uploadBounds } from '@feusa/contracts/bounds';
import type { Readable } from 'node:stream';

const MOST_BYTES = uploadBounds.drained.value;
const MOST_MS = uploadBounds.drainTime.value;

/** Reads the rest of a body and forgets it, within bounds. Says whether it came to the end. */
export function drain(source: Readable): Promise<boolean> {
  return new Promise((settle) => {
    if (source.readableEnded) return settle(true);
    if (source.destroyed) return settle(false);
    let left = MOST_BYTES;
    const timer = setTimeout(() => finish(false), MOST_MS);
    const onData = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) finish(false);
    };
    const onEnd = () => finish(true);
    const onClose = () => finish(false);
    const finish = (whole: boolean) => {
      clearTimeout(timer);
      source.off('data', onData).off('end', onEnd).off('close', onClose).pause();
      settle(whole);
    };
    source
      .on('end', onEnd)
      .on('close', onClose)
      .on('error', () => undefined)
      .on('data', onData);
    source.resume();
  });
}
