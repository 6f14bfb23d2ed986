import { readConfig, type Config } from '@feusa/profiles/config';
import { endWith, endWithUncaught } from '@feusa/platform/start-fault';
import { closeInOrder } from '@feusa/platform/closing';
import { keepHeapSmall } from '@feusa/platform/heap';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { listen } from './listen.js';
import { endOnSignals } from './shutdown.js';
import { trace } from './tracing.js';

/** A service that can be started: its HTTP side, and the way to end all of it. */
export interface Service {
  readonly app: NestFastifyApplication;
  close(): Promise<void>;
}

/** What a start leads to is there by then, so that it costs the start nothing. */
const SETTLED_MS = 2000;

/** Runs one service of the distributed profile until it is asked to end. */
export function runService(name: string, open: (config: Config) => Promise<Service>): void {
  endWithUncaught();
  const started = start(name, open);
  endOnSignals(started);
  started.catch(endWith);
}

async function start(name: string, open: (config: Config) => Promise<Service>) {
  const config = readConfig({ FEUSA_PROFILE: 'distributed', ...process.env });
  const endTrace = await trace(name, config);
  const service = await open(config);
  try {
    await listen(service.app, config);
  } catch (fault) {
    await service.close().catch(() => undefined);
    throw fault;
  }
  console.log(`${name} is ready`);
  setTimeout(keepHeapSmall, SETTLED_MS).unref();
  return () =>
    closeInOrder([
      ['service', () => service.close()],
      ['trace', endTrace],
    ]);
}
