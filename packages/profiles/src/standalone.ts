import path from 'node:path';
import { createLog, terminalDestination } from '@feusa/platform/telemetry/log';
import { openDiskBlobs } from '@feusa/files/blobs/disk';
import { openAccessLogOf } from './access-log.js';
import type { Config } from './config.js';
import { openTogether, type Opened } from '@feusa/platform/closing';
import { openLedger } from '@feusa/privacy/erasure/ledger';
import { Progress } from '@feusa/event-log/subscription/progress';
import { openTail } from '@feusa/event-log/subscription/subscription';
import { openMarkKey } from '@feusa/privacy/mark-key/postgres';
import { openInProcessLimits } from '@feusa/identity/limits/in-process';
import { openLogDatabase, portsIn } from './database.js';
import { rolesNeeding } from '@feusa/contracts/second-factors';
import { openMail } from './mail.js';
import { refuseUnfinishedRestore } from './unfinished-restore.js';
import { singleSignOnOf } from './single-sign-on.js';
import { scannerOf } from './scanner.js';
import { openTransparency } from './transparency.js';
import type { Ports } from './ports.js';
import { keepToOneself } from '@feusa/platform/own-files';
import { openMiniSearch } from '@feusa/search/minisearch';
import { openPostgresSessions } from '@feusa/identity/sessions/postgres';
import { openTokens } from '@feusa/identity/tokens/postgres';
import { openSigner } from '@feusa/transparency/signer';
import { webhookSecrets } from '@feusa/event-log/webhooks/signature';
import { openDiskStaging } from '@feusa/files/uploads/disk';

/** The ports of one process that does everything: it knows itself how far its index has come. */
export interface StandalonePorts extends Ports {
  readonly indexed: Progress;
}

/** Opens the standalone profile's ports; all of them, or none. @throws StartFault */
export function openPorts(config: Config, url: string): Promise<StandalonePorts> {
  return openTogether((parts) => openEach(config, url, parts));
}

async function openEach(config: Config, url: string, parts: Opened): Promise<StandalonePorts> {
  refuseUnfinishedRestore(config);
  const level = config.FEUSA_LOG_LEVEL;
  const terminal = await terminalDestination(level);
  const log = createLog({ level, ...(terminal && { destination: terminal }) });
  const opened = await openLogDatabase(config, { url, max: 10, name: 'command', log });
  const { url: databaseUrl, role, pool, source, masterKeys, store } = opened;
  parts.add('connections', () => pool.end());
  const needing = rolesNeeding(config.FEUSA_REQUIRE_SECOND_FACTOR);
  const dataDir = path.resolve(config.FEUSA_DATA_DIR);
  const markKey = await openMarkKey(source, log);
  parts.add('mark key', () => markKey.close());
  await keepToOneself(dataDir, log);
  const mail = await openMail(config, log);
  parts.add('mail', () => mail.close());
  const signer = await openSigner(dataDir, config.FEUSA_CHECKPOINT_ORIGIN);
  const transparency = await openTransparency(
    { ...opened, config, databaseUrl, log, mail },
    signer,
  );
  parts.add('log guard', () => transparency.logGuard.close());
  const accessLog = openAccessLogOf({ ...opened, ...transparency, config, log }, signer);
  parts.add('access log', () => accessLog.close());
  return {
    ...{ config, log, databaseUrl, role, pool, source, masterKeys, mail },
    ...portsIn(opened),
    ...transparency,
    accessLog,
    webhookSecret: webhookSecrets(opened.keptSecret),
    eventLog: openTail(store, log),
    search: await openMiniSearch(),
    indexed: new Progress(),
    secondFactors: opened.secondFactors,
    tickets: opened.tickets,
    singleSignOn: singleSignOnOf(config),
    sessions: openPostgresSessions(opened, { needing }),
    tokens: openTokens(opened, needing),
    limits: openInProcessLimits(),
    blobs: await openDiskBlobs({ dir: path.join(dataDir, 'blobs') }),
    scanner: scannerOf(config),
    staging: await openDiskStaging({ dir: path.join(dataDir, 'uploads') }),
    ledger: openLedger(dataDir),
    close: () => parts.close(),
  };
}
