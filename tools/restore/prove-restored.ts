import type { BackupPorts } from '@feusa/profiles/backup';
import { StartFault } from '@feusa/platform/start-fault';
import { readCheckpoint } from '@feusa/transparency/checkpoint';
import { verifyLog } from '@feusa/query/audit/verify';
import { rebuildHistory } from '@feusa/query/as-of/rebuild';
import { Progress } from '@feusa/event-log/subscription/progress';
import { checkIndex } from '@feusa/query/consistency/check-index';
import { Indexer } from '@feusa/search-indexer/indexer';
import type { Manifest } from '../backup/format.js';
import { differing, rebuildReadModel } from './restore-read-model.js';
import type { Steps } from '../backup/steps.js';

/** Fills an index in memory from the log and compares each person in it. Answers with how many. */
async function tryOutSearch({ store, openSearch }: BackupPorts): Promise<number> {
  const search = await openSearch();
  try {
    const indexed = new Progress();
    await new Indexer(search, store, indexed).checkpoint();
    const check = { search, indexed, store, waiting: new Set<string>() };
    const { compared, drifts } = await checkIndex(check);
    const [first] = drifts;
    if (first) throw new StartFault(`The search index, ${first.id}: ${first.detail}.`);
    return compared;
  } finally {
    await search.close();
  }
}

interface Restored {
  readonly manifest: Manifest;
  /** How many were erased since: nothing shows them any more as it did when the backup was made. */
  readonly erasedSince: number;
}

/**
 * Compares the restored product with what was when the backup was made: from what is in the database now,
 * and from nothing that was remembered on the way. @throws StartFault
 */
export async function proveRestored(
  ports: BackupPorts,
  { manifest, erasedSince }: Restored,
  steps: Steps,
): Promise<void> {
  const { store, transparentLog } = ports;
  const { position } = manifest.head;
  await steps.step('Tree', async () => {
    await transparentLog.maintainer.handle(await store.read(position - 1, 1));
    const { root } = await transparentLog.checkpoint(position);
    if (!readCheckpoint(manifest.checkpoint)?.root.equals(root))
      throw new StartFault('The tree over the restored events is not the one that was signed.');
  });
  await steps.step('Verification of the restored log', async () => {
    const verdict = await verifyLog(store, transparentLog);
    if (!verdict.ok)
      throw new StartFault(`The restored log: position ${verdict.position}: ${verdict.reason}.`);
  });
  const then = erasedSince > 0 ? undefined : manifest;
  await steps.step('Constraint tables', async () => {
    const cut = await ports.copies.cut();
    const now = await cut.constraintTables().finally(() => cut.close());
    const names = differing(then?.constraints ?? [], now);
    if (names)
      throw new StartFault(`The restored tables of the log are not what they were: ${names}.`);
  });
  await steps.step(
    'Read model',
    () => rebuildReadModel(ports, position, then?.readModel),
    (compared) => (compared ? 'replayed, the same rows as when the backup was made' : 'replayed'),
  );
  await steps.step('The past', () => rebuildHistory(ports));
  await steps.step(
    'Search',
    () => tryOutSearch(ports),
    (people) => `${people} people compared`,
  );
}
