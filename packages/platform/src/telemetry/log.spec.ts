import { describe, expect, it } from '@jest/globals';
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

describe('a line about a fault', () => {
  const geheim = ['Vorname', 'geheim@x.example', '555-1239999'];
  const failing = { detail: `Failing row contains (1, ${geheim.join(', ')}).`, where: 'geheim@x' };
  const refused = {
    ...{ code: '23514', schema: 'read', table: 'employees', constraint: 'rule', ...failing },
    ...{ parameters: geheim, driverError: { parameters: geheim } },
  };
  const broken = () => Object.assign(new Error('violates check constraint "rule"'), refused);
  const wrong = () =>
    Object.assign(new Error('invalid input syntax for type uuid: "Vorname"'), { code: '22P02' });
  const said = (err: unknown) => {
    log.warn({ err }, 'failed');
    for (const each of geheim) expect(lines.at(-1)).not.toContain(each);
    return last()['err'];
  };

  it('names the rule that a row broke, and nothing of the row', () => {
    const { code, schema, table, constraint } = refused;
    const message = 'violates check constraint "rule"';
    expect(said(broken())).toMatchObject({ message, code, schema, table, constraint });
    said(new Error('not saved', { cause: broken() }));
    said(new AggregateError([broken(), wrong()], 'twice'));
    said(Object.assign(new Error('not saved'), { inner: broken() }));
  });

  it('names the type of a value that the database refused, and not the value', () => {
    const message = 'invalid input syntax for type uuid: …';
    expect(said(wrong())).toMatchObject({ message, code: '22P02' });
    expect(said(new Error('outside', { cause: wrong() }))).toMatchObject({
      message: `outside: ${message}`,
      stack: expect.stringContaining(message),
    });
  });

  it('has no e-mail address and nothing of what a server was sent', () => {
    const rejected = {
      ...{ rejected: [geheim[1]], response: `550 <${geheim[1]}> unknown`, responseCode: 550 },
      meta: { body: geheim },
    };
    const fault = Object.assign(new Error(`550 <${geheim[1]}> unknown`), rejected);
    expect(said(fault)).toMatchObject({ message: '550 <…> unknown', responseCode: 550 });
  });

  it('has nothing of a text that is no JSON', () => {
    const parse = () => JSON.parse(`{"name": ${geheim[0]}`) as unknown;
    expect(parse).toThrow(geheim[0]);
    try {
      parse();
    } catch (fault) {
      expect(said(fault)).toMatchObject({ type: 'SyntaxError' });
    }
  });

  it('is what was given where that is no error', () => {
    expect(said('a text')).toBe('a text');
  });
});
