import { memoryBounds } from '@feusa/contracts/memory-bounds';
import { buffer } from 'node:stream/consumers';
import { previewBounds } from '@feusa/contracts/bounds';
import { Refusal, refuse } from '@feusa/contracts/refusals';
import type { Blobs } from '@feusa/files/blobs/port';
import type { BlobReferences } from '@feusa/files/uploads/port';
import { pageFrom } from '@feusa/files/preview/converter';
import type { PageKind } from '@feusa/contracts/preview-kinds';
import { LRUCache } from 'lru-cache';
import { atMost } from '@feusa/platform/at-most';
import { KeptPages } from './kept-pages.js';

const REMEMBERED_FAULTS = memoryBounds.badPictures.value;
/** Another number where pages are made in another way. */
const EDITION = 2;

/** What a page is made of. */
export interface PageSource {
  readonly blob: string;
  readonly kind: PageKind;
  /** Declared with a text. */
  readonly charset: string | undefined;
}

/** Pages that are made of documents at their first request, and kept in a directory by their bytes. */
export class Previews {
  private readonly queue = atMost(previewBounds.made.value, previewBounds.waiting.value);
  private readonly underWay = new Map<string, Promise<Buffer>>();
  private readonly faults = new LRUCache<string, Refusal>({ max: REMEMBERED_FAULTS });
  private readonly kept: KeptPages;

  constructor(
    dir: string,
    private readonly blobs: Blobs,
    private readonly isReferenced: BlobReferences,
  ) {
    this.kept = new KeptPages(dir);
  }

  /** What a page of these bytes is called for a browser that has it already. */
  etag = (page: PageSource): string => `"${nameOf(page)}"`;

  /** @throws Refusal `preview/too-large`, `preview/unreadable`, `busy` */
  async of(source: PageSource): Promise<Buffer> {
    const name = nameOf(source);
    const kept = await this.kept.read(name);
    if (kept) return kept;
    const known = this.faults.get(name);
    if (known) throw known;
    const running = this.underWay.get(name) ?? this.queue(() => this.make(source));
    this.underWay.set(name, running);
    const forget = () => void this.underWay.delete(name);
    running.then(forget, forget);
    return running;
  }

  private async make(source: PageSource): Promise<Buffer> {
    const { blob, kind, charset } = source;
    const name = nameOf(source);
    try {
      if (((await this.blobs.size(blob)) ?? 0) > previewBounds.file.value)
        refuse('preview/too-large');
      const bytes = await buffer(await this.blobs.read(blob));
      const page = Buffer.from(await pageFrom(bytes, kind, { charset }));
      await this.keep(name, page, blob);
      return page;
    } catch (fault) {
      if (fault instanceof Refusal && fault.status < 500) this.faults.set(name, fault);
      throw fault;
    }
  }

  /** Of what was removed for good while it was made none is kept. */
  private async keep(name: string, page: Buffer, blob: string): Promise<void> {
    await this.kept.keep(name, page);
    const referenced = await this.isReferenced([blob]).catch(() => undefined);
    if (!referenced?.has(blob)) await this.kept.remove(name);
  }
}

const nameOf = ({ blob, kind, charset }: PageSource) =>
  `${[blob, kind, charset, EDITION].filter(Boolean).join('-')}.html`;
