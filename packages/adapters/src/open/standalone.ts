import path from 'node:path';
import { createLog, terminalDestination } from '@feusa/telemetry/log';
import { openDiskBlobs } from '../blobs/disk.js';
import type { Config } from '../config.js';
import { openLedger } from '../erasure/ledger.js';
import { Progress } from '../event-log/progress.js';
import { openTail } from '../event-log/tail.js';
import { openMarkKey } from '../mark-key/postgres.js';
import { openInProcessLimits } from '../limits/in-process.js';
import { openLogDatabase, portsIn } from './database.js';
import { openMail } from './mail.js';
import { openTransparency } from './transparency.js';
import type { Ports } from '../ports.js';
import { keepToOneself } from '../own-files.js';
import { openMiniSearch } from '../search/minisearch.js';
import { openPostgresSessions } from '../sessions/postgres.js';
import { openSigner } from '../transparency/signer.js';
import { openDiskStaging } from '../uploads/disk.js';

/** The ports of one process that does everything: it knows itself how far its index has come. */
export interface StandalonePorts extends Ports {
  readonly indexed: Progress;
}

/** Opens the standalone profile's ports. @throws StartFault */
export async function openPorts(config: Config, url: string): Promise<StandalonePorts> {
  const level = config.FEUSA_LOG_LEVEL;
  const terminal = await terminalDestination(level);
  const log = createLog({ level, ...(terminal && { destination: terminal }) });
  const opened = await openLogDatabase(config, { url, max: 10, name: 'command', log });
  const { url: databaseUrl, role, pool, store } = opened;
  const dataDir = path.resolve(config.FEUSA_DATA_DIR);
  const markKey = await openMarkKey(pool, log);
  await keepToOneself(dataDir, log);
  const mail = await openMail(config, log);
  const signer = await openSigner(dataDir, config.FEUSA_CHECKPOINT_ORIGIN);
  const transparency = openTransparency(
    { config, pool, databaseUrl, role, log, mail, store },
    signer,
  );
  return {
    ...{ config, log, databaseUrl, role, pool, mail },
    ...portsIn(pool),
    ...transparency,
    eventLog: openTail(store, log),
    search: await openMiniSearch(),
    indexed: new Progress(),
    sessions: openPostgresSessions(pool),
    limits: openInProcessLimits(),
    blobs: await openDiskBlobs({ dir: path.join(dataDir, 'blobs') }),
    staging: await openDiskStaging({ dir: path.join(dataDir, 'uploads') }),
    ledger: openLedger(dataDir),
    async close() {
      transparency.logGuard.close();
      markKey.close();
      await mail.close();
      await pool.end();
    },
  };
}
