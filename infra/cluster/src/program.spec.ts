import { expect, it } from '@jest/globals';
import { Program, run } from './program.js';

const LISTENS = `console.log('ready at 7'); setInterval(() => {}, 1000);`;

it('a program is waited for until it says that it is ready, and ended by a signal', async () => {
  const program = new Program(['-e', LISTENS]);
  expect(await program.says(/ready at (\d)/)).toBe('7');
  expect(program.isOver).toBe(false);
  expect(await program.end()).toMatchObject({ code: null, signal: 'SIGTERM', out: 'ready at 7\n' });
});

it('one that heeds no signal is ended by force', async () => {
  const program = new Program(['-e', `process.on('SIGTERM', () => {}); ${LISTENS}`]);
  await program.says(/ready/);
  expect((await program.end('SIGTERM', 50)).signal).toBe('SIGKILL');
});

it('one that ends instead, or is not there, is not waited for', async () => {
  const program = new Program(['-e', `console.error('no port'); process.exit(3)`]);
  await expect(program.says(/ready/)).rejects.toThrow('no port');
  expect(await program.ended).toMatchObject({ code: 3, err: 'no port\n', text: 'no port\n' });
  expect((await run([], { file: '/nowhere' })).text).toContain('ENOENT');
});

it('keeps the end of what a program that runs for long has written', async () => {
  const pieces: string[] = [];
  const onOutput = (piece: string) => void pieces.push(piece);
  const { text } = await run(['-e', `console.log('abcdef')`], { keep: 4, onOutput });
  expect([text, pieces.join('')]).toEqual(['def\n', 'abcdef\n']);
});
