import { expect, it } from '@jest/globals';
import { statusOf } from './status.js';

/** What it answers one after the other, the last for good. */
const service = (name: string, ...statuses: (string | undefined)[]) => ({
  ...{ name, address: 'http://127.0.0.1:7' },
  ask: () => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    return Promise.resolve(
      status === undefined ? undefined : { ok: true, text: JSON.stringify({ status }) },
    );
  },
});

async function linesOf(services: Parameters<typeof statusOf>[0], ms?: number): Promise<string[]> {
  const lines = [];
  for await (const line of statusOf(services, 'http://localhost:3000', ms))
    lines.push(line.trim().replace(/ +/g, ' '));
  return lines;
}

it('a part that is still waiting for the others is told of once it is ready', async () => {
  const services = [
    service('query-1', 'ready'),
    service('gateway', 'degraded', undefined, 'ready'),
  ];
  expect(await linesOf(services)).toEqual([
    'query-1 http://127.0.0.1:7 ready',
    'gateway http://127.0.0.1:7 ready',
    'FEUSA is ready at http://localhost:3000',
  ]);
});

it('nothing is called ready as a whole while a part of it is not', async () => {
  const services = [service('query-1', undefined), service('gateway', 'degraded')];
  expect(await linesOf(services, 0)).toEqual([
    'query-1 http://127.0.0.1:7 no answer',
    'gateway http://127.0.0.1:7 degraded',
    'FEUSA runs at http://localhost:3000, but not all of it is ready: query-1 (no answer), gateway (degraded)',
  ]);
});
