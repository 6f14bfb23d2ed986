import { StartFault } from '@feusa/platform/start-fault';
import { compareAndCopy, FIRST, type CopySource } from './copied.js';
import type { DocumentEngine } from './engine.js';

const AT_ONCE = 100;
const ROUNDS = 3;

interface RebuildOptions {
  readonly source: CopySource;
  readonly engine: DocumentEngine;
  readonly signal?: AbortSignal;
  progress?(done: number): void;
}

/**
 * Builds the copy anew beside the one that is searched, and puts it in its place at once. What changes meanwhile
 * is written to both by the worker that copies; revisions make it harmless that it is written twice.
 * @throws StartFault where the two do not become alike
 */
export async function rebuildDocuments({ source, engine, signal, progress }: RebuildOptions) {
  const target = await engine.begin();
  try {
    let done = 0;
    for (let after = FIRST; ;) {
      if (signal?.aborted) throw new StartFault('Stopped; nothing was changed.');
      const page = await source.revisedAfter(after, AT_ONCE);
      await target.write(await source.copies(page.map(({ id }) => id)));
      progress?.((done += page.length));
      if (page.length < AT_ONCE) break;
      after = page.at(-1)!.id;
    }
    // At the last comparison a change may be on its way, to both.
    for (let round = 0; (await compareAndCopy(source, target)) > 0; round++)
      if (round === ROUNDS)
        throw new StartFault('The new index of documents does not become alike.');
    await target.publish();
    return { name: target.name, documents: done };
  } catch (fault) {
    await engine.clear().catch(() => undefined);
    throw fault;
  }
}
