import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from './service-process.js';

/** How long parts that start at once may call each other degraded. */
const SETTLED_MS = 20_000;

type Service = Pick<ServiceProcess, 'name' | 'address' | 'ask'>;

export const statusLine = (name: string, where: string, status: string): string =>
  `  ${name.padEnd(12)} ${where.padEnd(26)} ${status}`;

/**
 * Says how each service is once those around it are there, a line each, and then how all of it is.
 * @param ms how long they may take
 */
export async function* statusOf(
  services: readonly Service[],
  address: string,
  ms = SETTLED_MS,
): AsyncGenerator<string> {
  const until = Date.now() + ms;
  const unwell: string[] = [];
  for (const service of services) {
    let status = await ask(service);
    while (status !== 'ready' && Date.now() < until) {
      await sleep(200);
      status = await ask(service);
    }
    if (status !== 'ready') unwell.push(`${service.name} (${status})`);
    yield statusLine(service.name, service.address, status);
  }
  yield unwell.length === 0
    ? `FEUSA is ready at ${address}`
    : `FEUSA runs at ${address}, but not all of it is ready: ${unwell.join(', ')}`;
}

async function ask(service: Service): Promise<string> {
  const answer = await service.ask('/health/ready');
  const { status = 'no answer' } = JSON.parse(answer?.text ?? '{}') as { status?: string };
  return status;
}
