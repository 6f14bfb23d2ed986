import { createLog } from '@feusa/platform/telemetry/log';
import { requireSettings, type Config } from './config.js';
import { openLogDatabase } from './database.js';
import { alone } from '@feusa/platform/postgres/alone';
import { DocumentEngine, documentsAlias } from '@feusa/search/find/engine';
import { openPostgresCopies } from '@feusa/search/find/postgres-copies';
import { openOpenSearch } from '@feusa/search/opensearch';
import { refuseUnfinishedRestore } from './unfinished-restore.js';

/**
 * The log and the search index, for a tool of this name that works beside the product, once at a time.
 * @throws StartFault where a setting is missing, or a restore ended before it was whole
 */
export async function openSearchTool(config: Config, name: string) {
  refuseUnfinishedRestore(config);
  const given = requireSettings(config, ['DATABASE_URL', 'OPENSEARCH_URL']);
  const log = createLog({ level: 'warn', base: { tool: name } });
  const options = { url: given.DATABASE_URL, max: 2, name };
  const { url, role, pool, store } = await openLogDatabase(config, options);
  const index = openOpenSearch({
    ...{ url: given.OPENSEARCH_URL, ca: config.OPENSEARCH_TLS_CA },
    ...{ alias: config.FEUSA_NAMESPACE, log },
  });
  const engine = DocumentEngine.open({
    ...{ url: given.OPENSEARCH_URL, ca: config.OPENSEARCH_TLS_CA },
    ...{ alias: documentsAlias(config.FEUSA_NAMESPACE), log },
  });
  return {
    ...{ index, store, documents: { source: openPostgresCopies(pool), engine } },
    alone: <T>(work: (lost: AbortSignal) => Promise<T>) => alone({ url, role, name, log }, work),
    async close() {
      await index.close();
      await engine.close();
      await pool.end();
    },
  };
}
