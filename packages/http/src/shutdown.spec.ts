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

/** How a program ends that is asked to, and closes like this. */
async function ended(close: string): Promise<{ code: number; err: string }> {
  const lines = `
    import { closeInOrder } from ${JSON.stringify(import.meta.resolve('@feusa/platform/closing'))};
    import { endOnSignals } from ${JSON.stringify(import.meta.resolve('./shutdown.ts'))};
    setInterval(() => undefined, 1000);
    endOnSignals(Promise.resolve(() => ${close}), 200);
    process.kill(process.pid, 'SIGTERM');`;
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', lines];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'pipe'] });
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: code as number, err };
}
