import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { mailContract } from './contract.js';
import { openMailDirectory } from './directory.js';
import { letterOf } from './message.js';

const quiet = { info: () => undefined, error: () => undefined };
const newDirectory = () => mkdtemp(path.join(tmpdir(), 'feusa-mail-'));

mailContract('directory', async () => {
  const dir = await newDirectory();
  const mail = await openMailDirectory({ dir, log: quiet });
  return {
    mail,
    async arrived() {
      const files = (await readdir(dir)).map((name) => readFile(path.join(dir, name), 'utf8'));
      return (await Promise.all(files)).map(letterOf);
    },
    async close() {
      await mail.close();
      await rm(dir, { recursive: true });
    },
  };
});

it('tells the operator where the letter is, and nobody else can read it', async () => {
  const dir = await newDirectory();
  const info = jest.fn();
  const mail = await openMailDirectory({ dir, log: { ...quiet, info } });
  await mail.send({ to: 'a@b', subject: 'x', text: 'Open http://localhost/reset?token=1 soon.' });
  const [line] = info.mock.calls[0] as [{ file: string }];
  expect(JSON.stringify(line)).not.toMatch(/token|a@b/);
  expect((await stat(line.file)).mode & 0o777).toBe(0o600);
  await rm(dir, { recursive: true });
});

it('reports what it cannot write and throws nothing', async () => {
  const dir = await newDirectory();
  const error = jest.fn();
  const mail = await openMailDirectory({ dir, log: { ...quiet, error } });
  await rm(dir, { recursive: true });
  await writeFile(dir, '');
  await mail.send({ to: 'a@b', subject: 'x', text: 'y' });
  expect(error).toHaveBeenCalledTimes(1);
  await rm(dir);
});

it('forgets the letters of one address, and of none that only looks like it', async () => {
  const dir = await newDirectory();
  const mail = await openMailDirectory({ dir, log: quiet });
  const all = ['ann@x.example', 'jo.ann@x.example', 'ann@x.example.org', 'Ann@X.example'];
  for (const to of all) await mail.send({ to, subject: 'x', text: 'Hello.' });
  await mail.forget('ann@x.example');
  const files = (await readdir(dir)).map((name) => readFile(path.join(dir, name), 'utf8'));
  const left = (await Promise.all(files)).map((text) => letterOf(text).to);
  expect(left.sort()).toEqual(['ann@x.example.org', 'jo.ann@x.example']);
  await rm(dir, { recursive: true });
});
