import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { say } from '@feusa/testing/field-tools';
import { leftOut } from '@feusa/testing/left-out';
import { poll } from '@feusa/testing/wait';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { Product } from './test-product.js';

const mounts = process.platform === 'linux' && process.getuid?.() === 0;
if (!mounts)
  leftOut('What a full disk does was left out: only root of Linux can mount a small one.');

/** Of the small disk; the product has some 20 of it. */
const MIB = 96;

let disk: string;
let product: Product;

/** As superuser, in the test server’s own database. */
async function onServer(...statements: string[]) {
  const url = new URL(product.settings['DATABASE_URL']!);
  const name = url.pathname.slice(1);
  url.pathname = 'postgres';
  const client = new pg.Client(url.href);
  await client.connect();
  const answers = [];
  try {
    for (const each of statements)
      answers.push((await client.query(each.replace('$DB', name))).rows);
  } finally {
    await client.end();
  }
  return answers.flat() as Record<string, string>[];
}

const space = () => `small_${process.pid}`;

/** Moves the database to the small disk, while the product is closed. */
async function moveDatabase() {
  const [server] = await onServer('show data_directory');
  const { uid, gid } = await stat(server!['data_directory']!);
  await chown(disk, uid, gid);
  await onServer(
    `create tablespace ${space()} location '${disk}'`,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = '$DB'",
    `alter database $DB set tablespace ${space()}`,
  );
}

beforeAll(async () => {
  if (!mounts) return;
  disk = await mkdtemp(path.join(tmpdir(), 'feusa-full-'));
  say('mount', ['-t', 'tmpfs', '-o', `size=${MIB}m`, 'none', disk], '/');
  product = await Product.open({}, false);
  await product.restart(moveDatabase);
});
afterAll(async () => {
  if (!mounts) return;
  await product.close();
  await onServer(`drop tablespace ${space()}`);
  spawnSync('umount', [disk]);
  await rm(disk, { recursive: true });
});

const ready = async () => {
  const { status, body } = await product.ask('GET', '/health/ready');
  const parts = body['parts'] as { name: string; state: string }[];
  const changes = parts.find(({ name }) => name === 'changes');
  return { status, overall: body['status'], changes: changes?.state };
};

const filler = () => path.join(disk, 'filler');
function fill(): void {
  const bytes = Buffer.alloc(64 << 10, 1);
  for (let size = bytes.length; size >= 1; size >>= 1) {
    try {
      for (;;) appendFileSync(filler(), bytes.subarray(0, size));
    } catch (fault) {
      if ((fault as { code?: string }).code !== 'ENOSPC') throw fault;
    }
  }
}

(mounts ? it : it.skip)(
  'a full disk is said, while everything can be read, and it recovers alone',
  async () => {
    expect(await ready()).toMatchObject({ status: 200, changes: 'ok' });
    const kept = await product.done('add-folder', { name: 'Before', parentId: null });
    // What is in the log alone cannot be shown by a full disk.
    await product.read(`/api/folders/${kept.id}`);
    fill();
    await poll(ready).toEqual({
      ...{ status: 200, overall: 'degraded' },
      changes: 'refused: the disk of PostgreSQL is full',
    });
    const accepted: string[] = [];
    const add = (name: string) => product.command('add-folder', { name, parentId: null });
    await poll(
      async () => {
        const { status, body } = await add(`${accepted.length} ${'x'.repeat(40)}`);
        if (status === 200) accepted.push(body['id'] as string);
        return status;
      },
      { interval: 0 },
    ).toBe(503);
    expect(await product.get(`/api/folders/${kept.id}`)).toMatchObject({ status: 200 });
    expect((await product.ask('GET', '/health/live')).status).toBe(200);
    expect(await ready()).toMatchObject({ changes: 'refused: the disk of PostgreSQL is full' });

    await rm(filler());
    await poll(async () => (await add('After')).status).toBe(200);
    await poll(ready).toMatchObject({ status: 200, changes: 'ok' });
  },
);
