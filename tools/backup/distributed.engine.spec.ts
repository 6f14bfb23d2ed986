import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '@feusa/profiles/config';
import { openBackup } from '@feusa/profiles/backup';
import { openPool } from '@feusa/platform/postgres/pool';
import { freshDatabase } from '@feusa/testing/database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { engines, newNamespace, openDistributed } from '@feusa/system-tests/test-distributed';
import { Product } from '@feusa/system-tests/test-product';
import fc from 'fast-check';
import { restore } from '../restore/restore.js';
import { fillCompany, goOn, screens, signIn, type SignedInProduct } from './test-company.js';
import { erasedInPairs, history, live } from './test-history.js';
import { writeBackup } from './write-backup.js';

let home: string;
let product: Product;
let database: Awaited<ReturnType<typeof freshDatabase>>;
const print = () => undefined;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'feusa-backup-'));
  product = await Product.open({ S3_BUCKET: newNamespace() }, true);
  database = await freshDatabase();
});
afterAll(async () => {
  await product.close();
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

const until = async (what: string, done: () => Promise<boolean>) => {
  for (let tries = 0; !(await done()); tries++) {
    if (tries === 400) throw new Error(`${what} did not happen`);
    await sleep(50);
  }
};

async function backUpUnderLoad(dir: string): Promise<number> {
  const open = await fillCompany(product);
  const rounds = Number(process.env['FEUSA_HISTORIES'] ?? 1);
  for (const steps of [erasedInPairs, ...fc.sample(history, rounds)]) await live(product, steps);
  const stop = goOn(product, open);
  const config = readConfig({ ...engines(), ...product.settings, FEUSA_PROFILE: 'distributed' });
  const ports = await openBackup(config, product.settings['DATABASE_URL']!);
  try {
    const { head } = await writeBackup(ports, { dir, keys: `${dir}.keys`, recipients: [], print });
    return head.position;
  } finally {
    await ports.close();
    await stop();
  }
}

/** A product that knows nothing of the other one: its database, topic, index and bucket are empty. */
const elsewhere = (): NodeJS.ProcessEnv => ({
  ...engines(),
  ...product.settings,
  FEUSA_PROFILE: 'distributed',
  FEUSA_NAMESPACE: newNamespace(),
  S3_BUCKET: newNamespace(),
  DATABASE_URL: database.url,
  FEUSA_DATA_DIR: path.join(home, 'data'),
});

/** Searches until the index has come so far. */
async function found({ address, cookie }: SignedInProduct, text: string): Promise<number> {
  const answer = await fetch(`${address}/api/search?q=${text}`, { headers: { cookie } });
  return answer.ok ? ((await answer.json()) as { total: number }).total : 0;
}

it('comes back with the services apart, on a database, a bucket, a topic and an index of its own', async () => {
  const dir = path.join(home, 'backup');
  const position = await backUpUnderLoad(dir);
  const settings = elsewhere();
  const given = { dir, keys: `${dir}.keys`, erasures: false, print } as const;
  await restore(readConfig(settings), database.url, given);
  const opened = await openDistributed(settings);
  const pool = openPool({ url: database.url, max: 1, name: 'test' });
  try {
    const there = { address: opened.address, cookie: await signIn(product, opened.address) };
    const here = { address: product.address, cookie: product.people.admin.cookie! };
    expect(await screens(there, position)).toEqual(await screens(here, position));
    for (const [url, answer] of await screens(there)) expect(`${url} ${answer}`).toContain(' 200 ');

    // Nobody told Kafka and OpenSearch anything: they are filled from the log.
    await until('the relay', async () => {
      const { rows } = await pool.query<{ position: number }>('select position from relay.cursor');
      return (rows[0]?.position ?? 0) >= position;
    });
    await until('the index', async () => (await found(there, 'Kami')) > 0);
    const verdict = await fetch(`${there.address}/api/audit/verify`, {
      headers: { cookie: there.cookie },
    });
    expect(await verdict.json()).toMatchObject({ ok: true, size: String(position) });
  } finally {
    await pool.end();
    await opened.close();
  }
}, 240_000);
