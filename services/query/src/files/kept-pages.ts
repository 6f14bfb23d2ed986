import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { previewBounds } from '@feusa/contracts/bounds';
import { OWN_DIRECTORY, OWN_FILE } from '@feusa/platform/own-files';

interface KeptPage {
  readonly file: string;
  readonly size: number;
  /** When it was last asked for, in ms. */
  readonly usedAt: number;
}

/** A part of the bound that may be written before the directory is counted again. */
const SLACK = 0.1;

/** Pages in a directory; where they come to more than they may, those go that were not asked for the longest. */
export class KeptPages {
  /** Bytes since they were last counted; before the first time as much as makes that due. */
  private written = Infinity;
  private counting: Promise<void> | undefined;

  constructor(
    private readonly dir: string,
    /** In bytes. */
    private readonly most: number = previewBounds.kept.value,
  ) {}

  async read(name: string): Promise<Buffer | undefined> {
    const file = path.join(this.dir, name);
    const page = await readFile(file).catch(() => undefined);
    if (!page || page.length === 0) return undefined;
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined);
    return page;
  }

  /** One that cannot be kept is shown all the same. */
  async keep(name: string, page: Buffer): Promise<void> {
    const fresh = path.join(this.dir, `${name}.${randomUUID()}`);
    try {
      await mkdir(this.dir, OWN_DIRECTORY);
      await writeFile(fresh, page, OWN_FILE);
      await rename(fresh, path.join(this.dir, name));
    } catch {
      await rm(fresh, { force: true }).catch(() => undefined);
    }
    this.written += page.length;
    if (this.written > this.most * SLACK) await (this.counting ??= this.sweep());
  }

  remove(name: string): Promise<void> {
    return rm(path.join(this.dir, name), { force: true });
  }

  private async sweep(): Promise<void> {
    this.written = 0;
    try {
      const pages = await this.pages();
      let size = pages.reduce((sum, page) => sum + page.size, 0);
      for (const page of pages.toSorted((a, b) => a.usedAt - b.usedAt)) {
        if (size <= this.most) break;
        await rm(page.file, { force: true });
        size -= page.size;
      }
    } catch {
      // What is kept is only a copy: the next sweep tries again.
    } finally {
      this.counting = undefined;
    }
  }

  private async pages(): Promise<KeptPage[]> {
    const pages: KeptPage[] = [];
    for (const name of await readdir(this.dir)) {
      const file = path.join(this.dir, name);
      const found = await stat(file).catch(() => undefined);
      if (found) pages.push({ file, size: found.size, usedAt: found.mtimeMs });
    }
    return pages;
  }
}
