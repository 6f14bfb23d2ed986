import type { Readable } from 'node:stream';
import { MessageChannel } from 'node:worker_threads';
import type { ReceiveEnd, Pace } from './staging-port.js';

interface ReceivingOptions {
  readonly limit: number;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  /** Bytes to gather for one write. */
  readonly gather: number;
  onChunk(chunk: Buffer): void;
  /** Appends a batch and says how many bytes found room. */
  write(batch: readonly Buffer[]): Promise<number>;
}

/**
 * Appends a stream to an upload. While one batch of chunks is on its way to the store the next is
 * gathered and hashed; the sender waits once that is full too, so at most two batches are in memory.
 * The memory of a chunk that has one of its own is given back once it is written.
 */
export function receiveStream(source: Readable, options: ReceivingOptions): Promise<ReceiveEnd> {
  return new Promise((settle, fail) => new Receiving(source, options, settle, fail).start());
}

class Receiving {
  private parts: Buffer[] = [];
  private gathered = 0;
  private received = 0;
  private sinceTick = 0;
  private writing = false;
  private end: ReceiveEnd | undefined;
  private ticker: NodeJS.Timeout | undefined;

  constructor(
    private readonly source: Readable,
    private readonly options: ReceivingOptions,
    private readonly settle: (end: ReceiveEnd) => void,
    private readonly fail: (fault: unknown) => void,
  ) {}

  start(): void {
    const { source, options } = this;
    if (options.signal.aborted) return this.finish('released');
    if (source.destroyed) return this.finish(source.readableEnded ? 'complete' : 'broken');
    this.ticker = setInterval(this.onTick, options.pace.windowMs).unref();
    options.signal.addEventListener('abort', this.onAbort);
    source.on('end', this.onEnd).on('error', this.onBreak).on('close', this.onBreak);
    source.on('data', this.onData);
  }

  private readonly onData = (chunk: Buffer) => {
    this.received += chunk.length;
    this.sinceTick += chunk.length;
    if (this.received > this.options.limit) return this.finish('too-long');
    this.options.onChunk(chunk);
    this.parts.push(chunk);
    this.gathered += chunk.length;
    if (this.gathered < this.options.gather) return;
    if (this.writing) this.source.pause();
    else this.write();
  };
  private readonly onEnd = () => this.finish('complete');
  private readonly onBreak = () => this.finish('broken');
  private readonly onAbort = () => this.finish('released');
  private readonly onTick = () => {
    if (!this.source.isPaused() && this.sinceTick < this.options.pace.bytes)
      this.finish('too-slow');
    this.sinceTick = 0;
  };

  private finish(end: ReceiveEnd): void {
    this.end ??= end;
    this.detach();
    if (!this.writing) this.write();
  }

  private write(): void {
    const batch = this.parts;
    if (batch.length === 0) {
      if (this.end) this.settle(this.end);
      return;
    }
    const size = this.gathered;
    this.parts = [];
    this.gathered = 0;
    this.writing = true;
    this.options.write(batch).then(
      (written) => this.written(batch, size - written),
      (fault) => this.broken(fault),
    );
  }

  /** A disk that is nearly full takes a part only, and says why at the next try. */
  private written(batch: Buffer[], missing: number): void {
    this.writing = false;
    if (missing > 0) {
      this.parts.unshift(Buffer.concat(batch).subarray(-missing));
      this.gathered += missing;
    }
    giveBack(batch);
    if (this.end || missing > 0 || this.gathered >= this.options.gather) this.write();
    if (!this.end) this.source.resume();
  }

  private broken(fault: unknown): void {
    this.end ??= 'broken';
    this.detach();
    this.fail(fault);
  }

  private detach(): void {
    const { source, options } = this;
    clearInterval(this.ticker);
    options.signal.removeEventListener('abort', this.onAbort);
    source.off('data', this.onData).off('end', this.onEnd).off('close', this.onBreak);
    source.off('error', this.onBreak).on('error', () => {});
    source.pause();
  }
}

/** What is handed over to a port that is closed is gone. */
const nowhere = new MessageChannel().port1;
nowhere.close();

/** V8 would let some 30 MiB of chunks come together, and then look through the whole heap for them. */
function giveBack(chunks: readonly Buffer[]): void {
  const own = chunks.filter(({ buffer, byteLength }) => buffer.byteLength === byteLength);
  nowhere.postMessage(
    undefined,
    own.map(({ buffer }) => buffer as ArrayBuffer),
  );
}
