import path from 'node:path';
import type { Pool } from 'pg';
import { createLog } from '@feusa/platform/telemetry/log';
import type { Blobs } from '@feusa/files/blobs/port';
import { requireSettings, type Config } from './config.js';
import type { DeadLetters } from '@feusa/event-log/dead-letters/port';
import type { Reached } from '@feusa/event-log/subscription/progress';
import type { EventStore } from '@feusa/event-log/store/port';
import { openFiles } from './backup.js';
import { openLog } from './database.js';
import type { BlobReferences } from '@feusa/files/uploads/port';
import { openBlobReferences } from '@feusa/files/uploads/references';
import type { SearchIndex } from '@feusa/search/port';

/** All that is compared with the log, for a tool that works beside the product. */
export interface ComparisonPorts {
  /** What services log in by, and the role that they act as. */
  readonly url: string;
  readonly role: string | undefined;
  readonly store: EventStore;
  readonly deadLetters: DeadLetters;
  readonly blobs: Blobs;
  readonly blobReferences: BlobReferences;
  /** Undefined where it is in the memory of the running product. */
  readonly search: SearchIndex | undefined;
  readonly indexed: Reached;
  close(): Promise<void>;
}

/** @throws StartFault where a setting is missing */
export async function openComparison(config: Config, url: string): Promise<ComparisonPorts> {
  const { pool, ...log } = await openLog(url, config);
  const files = await openFiles(config, path.resolve(config.FEUSA_DATA_DIR));
  const index =
    config.FEUSA_PROFILE === 'standalone'
      ? { search: undefined, indexed: { reached: async () => {} }, close: async () => {} }
      : await openIndex(config, pool);
  return {
    ...{ ...log, blobs: files.blobs, blobReferences: openBlobReferences(pool) },
    ...{ search: index.search, indexed: index.indexed },
    async close() {
      files.close();
      await index.close();
      await log.close();
    },
  };
}

async function openIndex(config: Config, pool: Pool) {
  const { OPENSEARCH_URL: url } = requireSettings(config, ['OPENSEARCH_URL']);
  const { openOpenSearch } = await import('@feusa/search/opensearch');
  const { openIndexed } = await import('@feusa/event-log/subscription/indexed');
  const { openProgressRepository: openProgressBook } =
    await import('@feusa/event-log/subscription/progress-repository');
  const { PARTITIONS } = await import('@feusa/event-log/kafka/kafka');
  const log = createLog({ level: 'warn', base: { tool: 'fingerprint' } });
  const search = openOpenSearch({ url, alias: config.FEUSA_NAMESPACE, log });
  const indexed = openIndexed(openProgressBook(pool), PARTITIONS, () => search.refresh());
  return { search, indexed, close: () => search.close() };
}
