import { openWorkerPorts } from '@feusa/adapters/open-distributed';
import type { Config } from '@feusa/adapters/config';
import { Progress } from '@feusa/adapters/event-log/progress';
import { HEALTH, HealthController, newMetrics, partsOf } from '@feusa/http/health';
import { createHttpApp } from '@feusa/http/server';
import type { Service } from '@feusa/http/service';
import { Indexer } from './indexer.js';
import { measureShare } from './measure.js';

class IndexerService {}

/** One of the workers that keep the search index: takes its share of the log. */
export async function openIndexerService(config: Config): Promise<Service> {
  const ports = await openWorkerPorts(config, 'search-indexer');
  const { pool, store, search, eventLog, states } = ports;
  const share = eventLog.share(new Indexer(search, store, new Progress()));
  const health = {
    metrics: measureShare(newMetrics(), share),
    parts: partsOf(pool, { kafka: () => share.state(), ...states }),
  };
  const app = await createHttpApp(
    {
      module: IndexerService,
      controllers: [HealthController],
      providers: [{ provide: HEALTH, useValue: health }],
    },
    ports.http,
  );
  await app.init();
  return {
    app,
    async close() {
      await app.close();
      await ports.close();
    },
  };
}
