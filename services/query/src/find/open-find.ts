import { openTextExtractor } from '@feusa/files/text/child';
import type { Ports } from '@feusa/profiles/ports';
import type { DocumentIndex } from '@feusa/search/find/port';
import type { ReadModel } from '../read-model/read-model.js';
import { FindChanges } from './find-changes.js';
import { FindProjection } from './find-projection.js';
import { TextReader } from './text-reader.js';

/** What finding needs: the index, who keeps it, who reads texts, and what could not be read. */
export async function openFind(ports: Ports, model: ReadModel) {
  const { documents: index, blobs, blobReferences: isReferenced, log } = ports;
  await index.prepare();
  const projection = new FindProjection(index, model);
  const texts = new TextReader({
    ...{ index, blobs, isReferenced, log },
    extractor: openTextExtractor(),
  });
  const warn = (err: unknown) => log.warn({ err }, 'texts of erased files wait to be erased');
  projection.notify({ files: () => texts.look(), erased: () => void texts.sweep().catch(warn) });
  const faults = new TextFaults(index, () => {
    model.pages.clear();
    model.tree.clear();
  });
  model.faultOf = (blob) => faults.of(blob);
  return { projection, texts, faults, changes: new FindChanges(index, projection) };
}

const LOOK_MS = 1000;

/** Why files can't be searched, in memory: every list of files says it. */
class TextFaults {
  private readonly reasons = new Map<string, string>();
  private last = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly index: DocumentIndex,
    private readonly onNew: () => void,
  ) {}

  /** By the hash of a file's bytes; undefined where its text is known, or not yet. */
  of(blob: string | null): string | undefined {
    return blob === null ? undefined : this.reasons.get(blob);
  }

  /** What another process has found out is seen a moment later. */
  start(): void {
    this.timer ??= setInterval(() => void this.look().catch(() => undefined), LOOK_MS).unref();
  }

  async look(): Promise<void> {
    const faults = await this.index.faults(this.last);
    for (const { blob, reason, number } of faults) {
      this.reasons.set(blob, reason);
      this.last = Math.max(this.last, number);
    }
    if (faults.length > 0) this.onNew();
  }

  close(): void {
    clearInterval(this.timer);
  }
}
