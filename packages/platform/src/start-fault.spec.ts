import { execFile } from 'node:child_process';
import { inspect, promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { StartFault, toOperator } from './start-fault.js';

const secrets = ['Vorname', 'geheim@x.example', '555-1239999'];
const said = (fault: unknown) => {
  const text = toOperator(fault);
  // What stands on a console is what its `error` makes of it.
  for (const each of secrets) expect(inspect(text)).not.toContain(each);
  return String(text);
};
const refusedRow = () =>
  Object.assign(new Error('new row violates check constraint "rule"'), {
    ...{ name: 'error', code: '23514', severity: 'ERROR', schema: 'auth', table: 'secrets' },
    ...{ constraint: 'rule', detail: `Failing row contains (1, ${secrets.join(', ')}).` },
    ...{ where: 'geheim@x', parameters: secrets, driverError: { parameters: secrets } },
  });
const unread = () =>
  Object.assign(new Error('invalid input syntax for type uuid: "Vorname"'), { code: '22P02' });

describe('a fault that nobody has foreseen', () => {
  it('is told by its kind, its rule and where it came from, and by nothing of the row', () => {
    const [head, ...frames] = said(refusedRow()).split('\n');
    expect(head).toBe(
      'error: new row violates check constraint "rule" (code 23514, severity ERROR, schema auth, table secrets, constraint rule)',
    );
    expect(frames.length).toBeGreaterThan(1);
    for (const each of frames) expect(each).toMatch(/^ {4}at .*:\d+:\d+\)?$/);
  });

  it('is told with its causes, and with all that a fault gathers', () => {
    const outer = new Error('not saved', { cause: unread() });
    expect(said(outer)).toMatch(
      /^Error: not saved\n[^]*\ncaused by: Error: invalid input syntax for type uuid: … \(code 22P02\)\n {4}at /,
    );
    const both = said(new AggregateError([refusedRow(), unread()], 'twice'));
    expect(both).toMatch(
      /^AggregateError: twice\n[^]*\nalso: error: new row [^]*\nalso: Error: inv/,
    );
    const circle = new Error('round');
    circle.cause = circle;
    expect(said(circle)).not.toContain('caused by');
  });

  it('quotes no text that could not be read', () => {
    const fails = (work: () => unknown): unknown => {
      try {
        return work();
      } catch (fault) {
        return fault;
      }
    };
    expect(said(fails(() => JSON.parse('{"name": Vorname}')))).toMatch(/^SyntaxError: Unexpected/);
    expect(said(fails(() => JSON.parse('Vorname')))).toMatch(/^SyntaxError: Unexpected/);
    expect(said(fails(() => BigInt('Vorname')))).toMatch(/^SyntaxError: Cannot convert …/);
    expect(said(fails(() => Buffer.alloc('Vorname' as never)))).toMatch(/^TypeError.*: The "size"/);
    expect(said(fails(() => new URL('Vorname')))).toMatch(/^TypeError: Invalid URL \(code ERR_INV/);
    const field = `failed to parse field [age]. Preview of field's value: 'Vorname'`;
    expect(said(new Error(field))).toMatch(/^Error: failed to parse field \[age\]/);
  });

  it('has no e-mail address', () => {
    const fault = Object.assign(new Error(`550 <${secrets[1]}> unknown`), { rejected: secrets });
    expect(said(fault)).toMatch(/^Error: 550 <…> unknown\n/);
  });

  it('is told by its type alone where it is no error', () => {
    expect(said('Vorname')).toBe('A string was thrown that is no error.');
    expect(said({ name: 'Vorname' })).toBe('An object was thrown that is no error.');
  });
});

it.each([
  ['is thrown', 'setTimeout(() => { throw fault; })'],
  ['is the end of a promise', 'Promise.reject(fault)'],
])(
  'a fault that nobody catches ends the program without the row: one that %s',
  async (_how, thrown) => {
    const program = `import { endWithUncaught } from '${import.meta.dirname}/start-fault.ts';
    endWithUncaught();
    const fault = Object.assign(new Error('no'), { code: '23514', detail: 'Vorname' });
    ${thrown}; setTimeout(() => {}, 60_000)`;
    const words = ['--import', 'tsx', '--input-type=module', '--eval', program];
    const ended = await promisify(execFile)(process.execPath, words).catch(
      (fault: unknown) => fault,
    );
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Error: no \(code 23514\)\n {4}at /),
    });
    expect(ended).toMatchObject({ stderr: expect.not.stringContaining('Vorname') });
  },
);

it('what an operator can mend is told as it is', () => {
  expect(toOperator(new StartFault('Bring ada@x.example back.'))).toBe('Bring ada@x.example back.');
  const away = Object.assign(new Error('connect ECONNREFUSED ::1:9'), { code: 'ECONNREFUSED' });
  expect(toOperator(away)).toBe('connect ECONNREFUSED ::1:9');
  const both = Object.assign(new AggregateError([away, away]), { code: 'ECONNREFUSED' });
  expect(toOperator(both)).toBe('connect ECONNREFUSED ::1:9');
});
