import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { runScript } from './kept-code.js';

const bundle = (body: string) =>
  `(function (exports, require, module, __filename, __dirname, __fileurl) {${body}\n})`;

let dir: string;
let file: string;
const kept = () => `${file}.kept`;
const write = (body: string) => writeFileSync(file, bundle(body));
const run = () => runScript<{ answer: () => unknown }>(file);

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'kept-code-'));
  file = path.join(dir, 'program.cjs');
  write('const f = () => 41 + 1; module.exports = { answer: f };');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('runs a script as Node would', () => {
  write(
    `const { sep } = require('node:path'); exports.answer = () => [sep, __dirname, __fileurl];`,
  );
  expect(run().exports.answer()).toEqual([path.sep, dir, `file://${file}`]);
});

it('takes what an earlier run has kept', async () => {
  const first = run();
  expect(first.wasKept).toBe(false);
  await first.keep();
  const second = run();
  expect(second.wasKept).toBe(true);
  expect(second.exports.answer()).toBe(42);
});

it('does not take what is broken or cut short, and keeps it anew', async () => {
  await run().keep();
  const whole = readFileSync(kept());
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1]! ^= 1;
  for (const bad of [flipped, whole.subarray(0, whole.length - 8), Buffer.alloc(0)]) {
    writeFileSync(kept(), bad);
    const again = run();
    expect(again.wasKept).toBe(false);
    expect(again.exports.answer()).toBe(42);
    await again.keep();
    expect(run().wasKept).toBe(true);
  }
});

it('does not take what was made of another script of the same length', async () => {
  await run().keep();
  write('const f = () => 51 + 1; module.exports = { answer: f };');
  const other = run();
  expect(other.wasKept).toBe(false);
  expect(other.exports.answer()).toBe(52);
});

it('keeps what it has run, whatever lies in its place by then', async () => {
  const old = run();
  old.exports.answer();
  write('const f = () => 51 + 1; module.exports = { answer: f };');
  await old.keep();
  expect(run().exports.answer()).toBe(52);
});

it('does without where nothing can be written, and leaves nothing behind', async () => {
  mkdirSync(path.join(kept(), 'in the way'), { recursive: true });
  const only = run();
  await only.keep();
  expect(only.exports.answer()).toBe(42);
  expect(run().wasKept).toBe(false);
  expect(readdirSync(dir).sort()).toEqual(['program.cjs', 'program.cjs.kept']);
});

it('runs text that one byte a letter cannot hold', () => {
  write(`exports.answer = () => 'Łódź ✓';`);
  expect(run().exports.answer()).toBe('Łódź ✓');
});
