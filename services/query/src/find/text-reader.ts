import { buffer } from 'node:stream/consumers';
import { textBounds } from '@feusa/contracts/find-bounds';
import { MissingBlob, type Blobs } from '@feusa/files/blobs/port';
import { reasons, type TextExtractor } from '@feusa/files/text/port';
import type { BlobReferences } from '@feusa/files/uploads/port';
import type { DocumentIndex, DueText } from '@feusa/search/find/port';
import type { Logger } from 'pino';

const LOOK_MS = 5000;
const SWEEP_MS = 3_600_000;
const AT_ONCE = 20;

interface TextReaderOf {
  readonly index: DocumentIndex;
  readonly blobs: Blobs;
  readonly isReferenced: BlobReferences;
  readonly extractor: TextExtractor;
  readonly log: Pick<Logger, 'warn'>;
}

/** Reads the texts that files are to be found by, in one process of all; it goes on where it was ended. */
export class TextReader {
  private wake: () => void = () => undefined;
  private isDue = true;
  private swept = -Infinity;

  constructor(private readonly of: TextReaderOf) {}

  /** There may be something to read. */
  look(): void {
    this.isDue = true;
    this.wake();
  }

  async run(stopped: AbortSignal): Promise<void> {
    const end = () => {
      this.wake();
      void this.of.extractor.close();
    };
    stopped.addEventListener('abort', end, { once: true });
    while (!stopped.aborted) {
      this.isDue = false;
      const isIdle = await this.pass(stopped).catch((fault: unknown) => {
        if (!stopped.aborted) this.of.log.warn({ err: fault }, 'texts of documents wait');
        return true;
      });
      if (isIdle && !this.isDue && !stopped.aborted) await this.rest();
    }
  }

  private rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Says whether there is nothing left to do. */
  private async pass(stopped: AbortSignal): Promise<boolean> {
    if (performance.now() - this.swept > SWEEP_MS) await this.sweep();
    const due = await this.of.index.due(AT_ONCE);
    for (const text of due) if (!stopped.aborted) await this.read(text, stopped);
    return due.length < AT_ONCE;
  }

  private async read(
    { blob, format, charset, isRead }: DueText,
    stopped: AbortSignal,
  ): Promise<void> {
    const { index, extractor } = this.of;
    if (isRead) return index.settle(blob);
    const bytes = await this.bytesOf(blob);
    const text =
      'reason' in bytes
        ? bytes
        : await extractor.extract(bytes.bytes, format, charset ?? undefined);
    // What was broken off says nothing of the document.
    if (!stopped.aborted) await index.putText(blob, text);
  }

  /** @throws Refusal `unavailable`: then all texts wait */
  private async bytesOf(
    blob: string,
  ): Promise<{ readonly bytes: Buffer } | { readonly reason: string }> {
    const size = await this.of.blobs.size(blob);
    if (size !== undefined && size > textBounds.fileSize.value) return { reason: reasons.tooLarge };
    try {
      return { bytes: await buffer(await this.of.blobs.read(blob)) };
    } catch (fault) {
      if (fault instanceof MissingBlob) return { reason: reasons.damaged };
      throw fault;
    }
  }

  /** Erases the texts of bytes that nothing refers to any more. */
  async sweep(): Promise<void> {
    const { index, isReferenced } = this.of;
    for await (const blobs of index.blobs()) {
      const referenced = await isReferenced(blobs);
      const gone = blobs.filter((blob) => !referenced.has(blob));
      if (gone.length > 0) await index.forget(gone);
    }
    this.swept = performance.now();
  }
}
