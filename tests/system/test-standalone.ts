import { readConfig } from '@feusa/profiles/config';
import { firstRun } from '@feusa/command/setup/first-run';
import { CommandBus } from '@nestjs/cqrs';
import { createStandalone, type Standalone } from '@feusa/standalone/app';
import type { OpenedProduct } from './test-distributed.js';

export interface OpenedStandalone extends OpenedProduct {
  readonly standalone: Standalone;
}

/** The standalone profile in this process. */
export async function openStandalone(
  settings: NodeJS.ProcessEnv,
  databaseUrl: string,
): Promise<OpenedStandalone> {
  const standalone = await createStandalone(readConfig(settings), databaseUrl);
  const { app } = standalone;
  try {
    await firstRun(standalone.ports, app.get(CommandBus));
    await app.listen(0, '127.0.0.1');
  } catch (fault) {
    await standalone.close();
    throw fault;
  }
  const { port } = app.getHttpServer().address() as { port: number };
  const address = `http://127.0.0.1:${port}`;
  return {
    standalone,
    address,
    replicas: [address],
    commands: [address],
    apps: [app],
    close: () => standalone.close(),
  };
}
