import type { KeptSecret } from '@feusa/privacy/subject-keys/kept-secrets';
import type { Pool } from 'pg';
import type { Ports } from './ports.js';
import { readVerifierKey, verifierKey } from '@feusa/transparency/checkpoint';
import { Guard } from '@feusa/transparency/guard/guard';
import { guardedLog, guardedStore } from '@feusa/transparency/guard/guarded';
import { LastSigned } from '@feusa/transparency/guard/known';
import { openTransparentLog } from '@feusa/transparency/postgres';
import { openPublishing, witnessesOf } from './publishing.js';
import { logKeysIn } from '@feusa/transparency/log-key';
import { cosignerFrom, type CheckpointSigner } from '@feusa/transparency/signer';
import { openPostgresMemory } from '@feusa/transparency/witness/postgres';
import { Witness } from '@feusa/transparency/witness/witness';

type Transparency = Pick<Ports, 'store' | 'transparentLog' | 'publishing' | 'witness' | 'logGuard'>;

/**
 * The tree over the log, who keeps a log from being written that is not the one that is known, those who
 * are told of it, and what is said of the logs of others.
 */
export async function openTransparency(
  options: Pick<
    Ports,
    'config' | 'pool' | 'source' | 'databaseUrl' | 'role' | 'log' | 'mail' | 'store'
  > & { readonly keptSecret: KeptSecret },
  signer: CheckpointSigner,
): Promise<Transparency> {
  const { config, log } = options;
  const { tree, guard, last } = openGuardedTree(options, signer);
  const transparentLog = guardedLog(tree, guard, last, log);
  const logs = config.FEUSA_WITNESS_LOGS.flatMap((key) => readVerifierKey(key) ?? []);
  return {
    store: guardedStore(options.store, guard),
    transparentLog,
    logGuard: guard,
    publishing: openPublishing({ ...options, tree: transparentLog, signer }),
    witness:
      logs.length > 0
        ? new Witness({
            ...{ logs, memory: openPostgresMemory(options) },
            cosigner: cosignerFrom(signer.verifier.name, await keptSeed(options, signer)),
          })
        : undefined,
  };
}

/**
 * What the key of the witness is made from: whoever knows it by that key goes on to, when the one that signs here is
 * turned. A key that is not the log's keeps nothing for good.
 */
export async function keptSeed(
  { pool, keptSecret }: { readonly pool: Pool; readonly keptSecret: KeptSecret },
  signer: CheckpointSigner,
): Promise<Buffer> {
  const { witnessSeed } = signer;
  const { key } = await logKeysIn(pool);
  if (key !== undefined && key !== signer.key) return witnessSeed;
  return keptSecret('witness', () => witnessSeed);
}

/** The log is compared with what lies here at least so often. */
const MOST_SECONDS = 60;

/** The tree as it is, and what compares it with what is known of it. */
export function openGuardedTree(
  { config, pool, store, log }: Pick<Ports, 'config' | 'pool' | 'store' | 'log'>,
  signer: CheckpointSigner,
) {
  const witnesses = witnessesOf(config);
  const keys = witnesses.map(({ verifier }) => verifierKey(verifier));
  const tree = openTransparentLog({ pool, signer, witnesses: keys, log });
  const directory = config.FEUSA_CHECKPOINT_DIR;
  const compareEveryMs = Math.min(MOST_SECONDS, config.FEUSA_CHECKPOINT_SECONDS) * 1000;
  const compared = { store, tree, directory, witnesses };
  const guard = new Guard({ pool, signer, log, ...compared, compareEveryMs });
  return { tree, guard, last: new LastSigned(signer) };
}
