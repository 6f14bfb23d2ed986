import { openAccessLog } from '@feusa/transparency/access-log/postgres';
import type { AccessLog } from '@feusa/transparency/access-log/port';
import type { CheckpointSigner } from '@feusa/transparency/signer';
import type { SubjectKeys } from '@feusa/privacy/subject-keys/port';
import type { Ports } from './ports.js';

interface AccessLogPorts extends Pick<Ports, 'config' | 'pool' | 'log' | 'transparentLog'> {
  readonly subjectKeys: SubjectKeys;
}

/** Who did what, beside the log; where the chain has come is signed with the key of checkpoints. */
export function openAccessLogOf(
  { config, pool, log, transparentLog, subjectKeys: keys }: AccessLogPorts,
  signer: CheckpointSigner,
): AccessLog {
  return openAccessLog({
    ...{ pool, keys, log, signer, directory: config.FEUSA_CHECKPOINT_DIR },
    logKey: () => transparentLog.logKey(),
    keysBefore: () => transparentLog.keysBefore(),
    days: config.FEUSA_ACCESS_LOG_DAYS,
    anchorEveryMs: config.FEUSA_CHECKPOINT_SECONDS * 1000,
  });
}
