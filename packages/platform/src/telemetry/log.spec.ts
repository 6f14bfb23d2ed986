import { expect, it } from '@jest/globals';
import { createLog } from './log.js';
import { ofRequest } from './request-context.js';

const lines: string[] = [];
const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
const last = () => JSON.parse(lines.at(-1)!) as Record<string, unknown>;

it('a line about a request says which one, and what is known of it', () => {
  log.info(ofRequest({ requestId: 'r1' }), 'early');
  expect(last()).toMatchObject({ requestId: 'r1', msg: 'early' });
  expect(last()).not.toHaveProperty('userId');
  const spanIds = { traceId: 't1', spanId: 's1' };
  log.info(ofRequest({ requestId: 'r1', userId: 'u1', correlationId: 'c1', spanIds }), 'late');
  expect(last()).toMatchObject({
    requestId: 'r1',
    userId: 'u1',
    correlationId: 'c1',
    traceId: 't1',
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
