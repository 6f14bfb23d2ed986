import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { createLog } from './log.js';
import { inRequest, outsideRequests, type RequestContext } from './request-context.js';

const lines: string[] = [];
const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
const last = () => JSON.parse(lines.at(-1)!) as Record<string, unknown>;

it('a line says which request it belongs to, with what has become known of it since', async () => {
  const request: RequestContext = { requestId: 'r1' };
  await inRequest(request, async () => {
    log.info('early');
    expect(last()).toMatchObject({ requestId: 'r1', msg: 'early' });
    request.userId = 'u1';
    request.correlationId = 'c1';
    await sleep(1);
    log.info('late');
    expect(last()).toMatchObject({ requestId: 'r1', userId: 'u1', correlationId: 'c1' });
  });
});

it('a line outside of requests says nothing of one', async () => {
  await inRequest({ requestId: 'r1' }, async () => {
    await outsideRequests(() => sleep(1).then(() => log.info('for all')));
    expect(last()).not.toHaveProperty('requestId');
  });
});

it('a line about a failed statement has nothing of what the statement was given', () => {
  const values = { parameters: ['a-hash'], driverError: { parameters: ['a-hash'] }, code: '23505' };
  log.warn({ err: Object.assign(new Error('duplicate key'), values) }, 'failed');
  expect(last()).toMatchObject({ err: { message: 'duplicate key', code: '23505' } });
  expect(JSON.stringify(last())).not.toContain('a-hash');
  log.warn({ err: 'a text' }, 'failed');
  expect(last()).toMatchObject({ err: 'a text' });
});
