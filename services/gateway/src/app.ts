import type { Config } from '@feusa/profiles/config';
import { trustIngress } from '@feusa/platform/networks';
import { HEALTH, HealthController, newMetrics, type Health } from '@feusa/http/health';
import { measureParts } from '@feusa/http/measure';
import { createHttpApp } from '@feusa/http/server';
import type { Service } from '@feusa/http/service';
import { createLog } from '@feusa/platform/telemetry/log';
import { ApiDocsController } from './api-docs.js';
import { Backends, type Upstream } from './backends.js';
import { Proxy } from './proxy.js';
import { serveWeb } from './web.js';

class Gateway {}

/** One address for everything: the screens and the API's description itself, the rest by its services. */
export async function createGateway(config: Config): Promise<Service> {
  const services = {
    command: new Backends(config.FEUSA_COMMAND_URLS),
    query: new Backends(config.FEUSA_QUERY_URLS),
  };
  const publicUrl = config.FEUSA_PUBLIC_URL;
  const trust = trustIngress(config.FEUSA_TRUSTED_PROXIES);
  const proxy = new Proxy(services, { trust, publicUrl });
  const root = {
    module: Gateway,
    controllers: [ApiDocsController, HealthController],
    providers: [{ provide: HEALTH, useValue: healthOf(services) }],
  };
  const base = { service: 'gateway', instance: config.FEUSA_INSTANCE };
  const log = createLog({ level: config.FEUSA_LOG_LEVEL, base });
  const app = await createHttpApp(root, {
    ...{ origin: { publicUrl, reachedAddress: true }, log, trust },
    metricsToken: config.FEUSA_METRICS_TOKEN,
    before: (...pair) => proxy.takes(...pair),
  });
  await serveWeb(app);
  await app.init();
  app.getHttpServer().on('upgrade', proxy.upgrade.bind(proxy));
  return {
    app,
    async close() {
      proxy.endSockets();
      await app.close();
      proxy.close();
    },
  };
}

function healthOf(services: Readonly<Record<Upstream, Backends>>): Health {
  const parts = Object.entries(services).map(([name, backends]) => ({
    name,
    required: false,
    check: () => backends.state(),
  }));
  const metrics = newMetrics();
  measureParts(metrics, parts);
  return { metrics, parts };
}
