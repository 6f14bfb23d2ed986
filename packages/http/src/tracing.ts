import type { Config } from '@feusa/profiles/config';
import { createLog } from '@feusa/platform/telemetry/log';
import { startTracing } from '@feusa/platform/telemetry/start-tracing';

/** Traces this process where the settings name a collector; answers with the way to end that. */
export function trace(service: string, config: Config): Promise<() => Promise<void>> {
  const { FEUSA_INSTANCE: instance, FEUSA_LOG_LEVEL: level } = config;
  return startTracing({
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    service,
    instance,
    log: createLog({ level, base: { service, instance } }),
  });
}
