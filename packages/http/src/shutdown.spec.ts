import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';

it('a shutdown that takes too long names what was not closed', async () => {
  const { code, err } = await ended(`closeInOrder([
    ['requests', () => undefined],
    ['ports', () => closeInOrder([['redis', () => new Promise(() => undefined)]])],
    ['trace', () => undefined],
  ])`);
  expect(code).toBe(1);
  expect(err).toBe('Ended after 0.2 s before these were closed: ports, redis\n');
});

it('a shutdown that fails says why', async () => {
  const { code, err } = await ended(`closeInOrder([
    ['mail', () => { throw new Error('the mail is out'); }],
  ])`);
  expect(code).toBe(1);
  expect(err).toContain('the mail is out');
});

it('a shutdown in time says nothing', async () => {
  const close = `closeInOrder([['mail', () => undefined]])`;
  expect(await ended(close)).toEqual({ code: 0, err: '' });
});

it.each([
  ['within a second counts as the first', 100, 500, { code: 0, err: '' }],
  [
    'later ends it at once',
    1200,
    60_000,
    { code: 1, err: 'Ended by a second signal before these were closed: mail\n' },
  ],
])('a second signal %s', async (_how, afterMs, closingMs, how) => {
  const close = `{
    setTimeout(() => process.kill(process.pid, 'SIGINT'), ${afterMs});
    return closeInOrder([['mail', () => new Promise((done) => setTimeout(done, ${closingMs}))]]);
  }`;
  expect(await ended(close, 9000)).toEqual(how);
});

/** How a program ends that is asked to, and closes like this. */
async function ended(close: string, patienceMs = 200): Promise<{ code: number; err: string }> {
  const lines = `
    import { closeInOrder } from ${JSON.stringify(import.meta.resolve('@feusa/platform/closing'))};
    import { endOnSignals } from ${JSON.stringify(import.meta.resolve('./shutdown.ts'))};
    setInterval(() => undefined, 1000);
    endOnSignals(Promise.resolve(() => ${close}), ${patienceMs});
    process.kill(process.pid, 'SIGTERM');`;
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', lines];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'pipe'] });
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: code as number, err };
}
