import { scannerBounds } from '@feusa/contracts/bounds';
import { Refusal } from '@feusa/contracts/refusals';
import type { Blobs } from '@feusa/files/blobs/port';
import type { Scanner } from '@feusa/files/scanner/port';
import type { FinishedUpload, Uploads } from '@feusa/files/uploads/port';
import { atMost } from '@feusa/platform/at-most';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

interface ScannedUploadsOf {
  readonly uploads: Uploads;
  readonly scanner: Scanner;
  readonly blobs: Pick<Blobs, 'read'>;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Uploads that a scanner has found clean. Whoever asks for one that is being checked waits a little and then has
 * to ask again; where the scanner is away, nothing passes.
 */
export class ScannedUploads implements Uploads {
  private readonly clean = new LRUCache<string, true>({
    max: scannerBounds.remembered.value,
    ttl: scannerBounds.trusted.value,
  });
  private readonly scans = new Map<string, Promise<void>>();
  private readonly queued = atMost(scannerBounds.atOnce.value, scannerBounds.waiting.value);
  private readonly closing = new AbortController();

  constructor(private readonly of: ScannedUploadsOf) {}

  async finished(id: string, owner: string): Promise<FinishedUpload> {
    const upload = await this.of.uploads.finished(id, owner);
    if (!this.clean.has(upload.blob)) await withPatience(this.scanOf(upload));
    return upload;
  }

  /** The picture is looked at as it came, before anything here reads it. */
  async finishedImage(id: string, owner: string): Promise<FinishedUpload> {
    await this.finished(id, owner);
    return this.of.uploads.finishedImage(id, owner);
  }

  close(): void {
    this.closing.abort();
  }

  private scanOf(upload: FinishedUpload): Promise<void> {
    const { blob } = upload;
    const known = this.scans.get(blob);
    if (known) return known;
    const scan = this.queued(() => this.scan(upload)).finally(() => this.scans.delete(blob));
    // Nobody may be waiting for it any more.
    scan.catch(() => undefined);
    this.scans.set(blob, scan);
    return scan;
  }

  /** @throws Refusal `upload/infected`, or `upload/not-checked` */
  private async scan({ blob, name, owner }: FinishedUpload): Promise<void> {
    const { scanner, blobs, log } = this.of;
    const bytes = await blobs.read(blob);
    const threat = await scanner.scan(bytes, this.closing.signal).catch((err: unknown) => {
      log.warn({ err, blob }, 'an upload could not be checked for viruses');
      throw new Refusal('upload/not-checked');
    });
    if (threat === undefined) return void this.clean.set(blob, true);
    log.warn({ security: true, event: 'virus found', userId: owner, threat, blob }, 'virus found');
    const detail = `“${name}” was refused: the virus scanner found ${threat} in it`;
    throw new Refusal('upload/infected', { detail, threat });
  }
}

/** @throws Refusal `upload/being-checked` where it takes longer than somebody waits for an answer */
async function withPatience(scan: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, fail) => {
    const refusal = () => fail(new Refusal('upload/being-checked'));
    timer = setTimeout(refusal, scannerBounds.patience.value);
  });
  await Promise.race([scan, tooLong]).finally(() => clearTimeout(timer));
}
