import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { previewBounds } from '@feusa/contracts/bounds';
import { Refusal, refuse } from '@feusa/contracts/refusals';
import type { Blobs } from '@feusa/files/blobs/port';
import type { BlobReferences } from '@feusa/files/uploads/port';
import { pageFrom } from '@feusa/files/preview/converter';
import type { PageKind } from '@feusa/contracts/preview-kinds';
import { OWN_DIRECTORY, OWN_FILE } from '@feusa/platform/own-files';
import { LRUCache } from 'lru-cache';
import { atMost } from './at-most.js';

const REMEMBERED_FAULTS = 1000;
/** Another number where pages are made in another way. */
const EDITION = 1;

/** Pages that are made of documents at their first request, and kept in a directory by their bytes. */
export class Previews {
  private readonly queue = atMost(previewBounds.made.value, previewBounds.waiting.value);
  private readonly underWay = new Map<string, Promise<Buffer>>();
  private readonly faults = new LRUCache<string, Refusal>({ max: REMEMBERED_FAULTS });

  constructor(
    private readonly dir: string,
    private readonly blobs: Blobs,
    private readonly isReferenced: BlobReferences,
  ) {}

  /** What a page of these bytes is called for a browser that has it already. */
  etag = (blob: string, kind: PageKind): string => `"${nameOf(blob, kind)}"`;

  /** @throws Refusal `preview/too-large`, `preview/unreadable`, `busy` */
  async of(blob: string, kind: PageKind): Promise<Buffer> {
    const name = nameOf(blob, kind);
    const kept = await readFile(path.join(this.dir, name)).catch(() => undefined);
    if (kept && kept.length > 0) return kept;
    const known = this.faults.get(name);
    if (known) throw known;
    const running = this.underWay.get(name) ?? this.queue(() => this.make(blob, kind));
    this.underWay.set(name, running);
    const forget = () => void this.underWay.delete(name);
    running.then(forget, forget);
    return running;
  }

  private async make(blob: string, kind: PageKind): Promise<Buffer> {
    try {
      if (((await this.blobs.size(blob)) ?? 0) > previewBounds.file.value)
        refuse('preview/too-large');
      const page = Buffer.from(await pageFrom(await buffer(await this.blobs.read(blob)), kind));
      await this.keep(nameOf(blob, kind), page, blob);
      return page;
    } catch (fault) {
      if (fault instanceof Refusal && fault.status < 500)
        this.faults.set(nameOf(blob, kind), fault);
      throw fault;
    }
  }

  /**
   * One that cannot be kept is shown all the same. Of what was removed for good while it was made none is kept.
   */
  private async keep(name: string, page: Buffer, blob: string): Promise<void> {
    const fresh = path.join(this.dir, `${name}.${randomUUID()}`);
    try {
      await mkdir(this.dir, OWN_DIRECTORY);
      await writeFile(fresh, page, OWN_FILE);
      await rename(fresh, path.join(this.dir, name));
      if ((await this.isReferenced([blob])).has(blob)) return;
      await rm(path.join(this.dir, name), { force: true });
    } catch {
      await rm(fresh, { force: true }).catch(() => undefined);
    }
  }
}

const nameOf = (blob: string, kind: PageKind) => `${blob}-${kind}-${EDITION}.html`;
