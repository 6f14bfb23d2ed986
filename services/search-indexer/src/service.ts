import type { Config } from '@feusa/profiles/config';
import { closeInOrder } from '@feusa/platform/closing';
import { withDeadLetters } from '@feusa/event-log/dead-letters/with-dead-letters';
import { Progress } from '@feusa/event-log/subscription/progress';
import { openWorkerPorts } from '@feusa/profiles/distributed';
import { measureDeadLetters } from '@feusa/http/dead-letters';
import { HEALTH, HealthController, newMetrics, partsOf } from '@feusa/http/health';
import { measureParts } from '@feusa/http/measure';
import { createHttpApp } from '@feusa/http/server';
import type { Service } from '@feusa/http/service';
import { DocumentCopier } from '@feusa/search/find/copier';
import { Indexer } from './indexer.js';
import { copyPart, indexPart, measureReconciler, measureShare } from './measure.js';
import { Reconciler } from './reconciler.js';

class IndexerService {}

/** One of the workers that keep the search index: takes its share of the log, and may be the one that compares. */
export async function openIndexerService(config: Config): Promise<Service> {
  const ports = await openWorkerPorts(config, 'search-indexer');
  const { store, search, eventLog, deadLetters, log } = ports;
  const metrics = newMetrics();
  const onRedrive = measureDeadLetters(metrics, deadLetters);
  const options = { deadLetters, store, log, onRedrive };
  const indexer = withDeadLetters(new Indexer(search, store, new Progress()), options);
  const share = eventLog.share(indexer);
  const reconciler = new Reconciler(search, store, { log });
  const copier = new DocumentCopier({
    ...{ source: ports.documentCopies, target: ports.documentEngine, log },
  });
  const copying = ports.elect('documents', (_, lost) => copier.run(lost));
  const comparing = ports.elect('reconciler', (_, lost) => reconciler.run(lost));
  measureShare(metrics, share);
  measureReconciler(metrics, reconciler);
  const states = { kafka: () => share.state(), ...ports.states };
  const parts = [...partsOf(ports, states), indexPart(share, reconciler), copyPart(copier)];
  measureParts(metrics, parts);
  const app = await createHttpApp(
    {
      module: IndexerService,
      controllers: [HealthController],
      providers: [
        { provide: HEALTH, useValue: { metrics, parts, hopeless: () => ports.masterKeys.fault } },
      ],
    },
    ports.http,
  );
  await app.init();
  return {
    app,
    close: () =>
      closeInOrder([
        ['requests', () => app.close()],
        ['background work', () => Promise.all([comparing.close(), copying.close(), share.close()])],
        ['indexer', () => indexer.close()],
        ['ports', () => ports.close()],
      ]),
  };
}
