import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { openPool } from '@feusa/platform/postgres/pool';
import { openPostgresEventStore } from '@feusa/event-log/store/postgres';
import { openKeptSecrets } from '@feusa/privacy/subject-keys/kept-secrets';
import { openMasterKeys } from '@feusa/privacy/subject-keys/master-key';
import { openSubjectKeys } from '@feusa/privacy/subject-keys/subject-keys';
import { textIfThere } from '@feusa/platform/text-file';
import { catchUp } from '@feusa/transparency/guard/compare';
import {
  endTurn,
  isBeingTurned,
  lastTurn,
  turnLogKey,
  type Turned,
} from '@feusa/transparency/keys/turn';
import { followLogKey } from '@feusa/transparency/log-key';
import { WitnessClient } from '@feusa/transparency/publishing/witness-client';
import {
  NEXT_SIGNING_KEY,
  openNextSigner,
  openSigner,
  SIGNING_KEY,
  type CheckpointSigner,
} from '@feusa/transparency/signer';
import { replaceFile } from '@feusa/transparency/witness/file';
import { pino } from 'pino';
import { openAsOwner } from './access.js';
import type { Config } from './config.js';
import { witnessesOf } from './publishing.js';
import { keptSeed, openGuardedTree } from './transparency.js';

/** What the key of checkpoints is turned by, as the owner of the tables. @throws StartFault */
export async function openCheckpointTurning(config: Config, given: string) {
  const log = pino({ level: 'silent' });
  const dataDir = path.resolve(config.FEUSA_DATA_DIR);
  const url = await openAsOwner({ url: given, ownerUrl: config.DATABASE_OWNER_URL });
  const pool = openPool({ url, max: 3, name: 'turn-key' });
  const masterKeys = await openMasterKeys(config, pool);
  const store = openPostgresEventStore(pool, openSubjectKeys(pool, masterKeys));
  const signer = await openSigner(dataDir, config.FEUSA_CHECKPOINT_ORIGIN);
  const { tree, guard } = openGuardedTree({ config, pool, store, log }, signer);
  const notes = [dataDir, config.FEUSA_CHECKPOINT_DIR].flatMap((each) => each ?? []);
  /** As it lies in the data directory, also while the log has another one by now. */
  const own = signer.key;
  return {
    own,
    logKey: () => tree.logKey(),
    /** What contradicts the log; only a log that is the known one is handed over. */
    examine: () => guard.examine(),
    openNext: (file?: string) => openNextSigner(dataDir, config.FEUSA_CHECKPOINT_ORIGIN, file),
    /** Whether the next key is kept for processes that have the one before. */
    isUnderWay: () => isBeingTurned(pool),
    last: () => lastTurn(pool),
    /** The names of witnesses that do not sign for this key yet. */
    async unknownTo(next: CheckpointSigner): Promise<string[]> {
      const { position } = await store.head();
      await catchUp({ store, tree }, position);
      const head = await tree.checkpoint(await tree.size());
      const signed = { ...head, note: next.sign(head) };
      const asked = witnessesOf(config).map(async (address) => {
        const isKnown = new WitnessClient(address, tree).sign(signed);
        return isKnown.then(
          () => [],
          () => [address.verifier.name],
        );
      });
      return (await Promise.all(asked)).flat();
    },
    /** Hands the log over. Undefined where the key here is not the log's. */
    async turn(next: CheckpointSigner): Promise<Turned | undefined> {
      await keptSeed({ pool, keptSecret: openKeptSecrets(pool, masterKeys) }, signer);
      const { position } = await store.head();
      await catchUp({ store, tree }, position);
      await tree.checkpoint(await tree.size());
      return turnLogKey({ pool, signer, next });
    },
    /** Where the statement lies, beside the key and where checkpoints go. */
    async keep({ note, number }: Turned): Promise<string[]> {
      const files = notes.map((dir) => path.join(dir, `key-succession-${number}.note`));
      for (const file of files) {
        await mkdir(path.dirname(file), { recursive: true });
        await replaceFile(file, note, { mode: 0o644 });
      }
      return files;
    },
    /** The key that the log was turned to takes the place of the one in the data directory, if it lies beside it. */
    async replaceKey() {
      await followLogKey(pool, signer);
      const next = path.join(dataDir, NEXT_SIGNING_KEY);
      if ((await textIfThere(next)) === signer.pem)
        await rename(next, path.join(dataDir, SIGNING_KEY));
    },
    end: () => endTurn(pool),
    close: () => pool.end(),
  };
}
