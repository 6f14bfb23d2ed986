import { readConfig } from '@feusa/profiles/config';
import { openErasures } from '@feusa/privacy/erasure/postgres';
import { openPool } from '@feusa/platform/postgres/pool';
import { openConnections } from '@feusa/profiles/prepare-database';
import { expect } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { compareWithLog } from '../fingerprint/compare.js';
import { reportText } from '../fingerprint/texts.js';
import type { Product } from '@feusa/system-tests/test-product';
import { screens, signIn, type SignedInProduct } from './test-company.js';

const TABLES = [
  ...['log.head', 'log.folders', 'log.accounts', 'log.purged', 'log.answers'],
  ...['keys.subjects', 'keys.erased', 'keys.images', 'auth.credentials'],
  ...['transparency.tree', 'transparency.tiles'],
  ...['read.folders', 'read.docs', 'read.employees', 'read.errors'],
];

/** All rows of the tables that a backup brings back or makes again. */
export async function rowsIn(url: string): Promise<Record<string, string[]>> {
  const pool = openPool({ url, max: 1, name: 'test' });
  const found: Record<string, string[]> = {};
  try {
    for (const table of TABLES) {
      const text = `select to_jsonb(t)::text as row from ${table} t order by 1`;
      const { rows } = await pool.query<{ row: string }>(text);
      found[table] = rows.map(({ row }) => row);
    }
  } finally {
    await pool.end();
  }
  return found;
}

/** Waits until nothing is left to be taken away of whoever was erased. */
export async function atRest(product: Product): Promise<void> {
  const pool = openPool({ url: product.settings['DATABASE_URL']!, max: 1, name: 'test' });
  try {
    const kept = openErasures(await openConnections(pool));
    const left = () => kept.unfinished();
    await poll(left, { timeout: 30_000 }).toEqual([]);
    const { auditor } = product.people;
    const { erasures } = (await product.read('/api/audit/erasures', auditor)).body as {
      erasures: readonly { id: string }[];
    };
    for (const { id } of erasures) {
      const certificate = async () =>
        (await product.read(`/api/audit/erasures/${id}`, auditor)).body;
      await poll(certificate, { timeout: 30_000 }).toMatchObject({ complete: true });
    }
    await product.settled(String((await product.store.head()).position));
  } finally {
    await pool.end();
  }
}

/** Everything of a product is what its log says, files too. */
export async function expectFaithful(settings: NodeJS.ProcessEnv): Promise<void> {
  const compared = await compareWithLog(readConfig(settings), settings['DATABASE_URL']!, {
    files: true,
  });
  const { ok, lines } = reportText(compared);
  expect(ok ? [] : lines).toEqual([]);
}

/** What was restored shows what the product shows: every screen and proof, byte for byte. */
export async function expectSame(product: Product, address: string): Promise<void> {
  const here = { address: product.address, cookie: product.people.admin.cookie! };
  const there = { address, cookie: await signIn(product, address) };
  const before = await screens(here);
  const after = await screens(there);
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [url, answer] of before) expect([url, after.get(url)]).toEqual([url, answer]);
  const { position } = await product.store.head();
  for (const at of new Set([1, Math.ceil(position / 2), position])) {
    const url = `/api/audit/proof?position=${at}&size=${position}`;
    expect(await text(there, url)).toEqual(await text(here, url));
  }
  const size = async (asked: SignedInProduct) =>
    (await text(asked, `/api/audit/checkpoint?after=${position}`)).split('\n').slice(0, 3);
  expect(await size(there)).toEqual(await size(here));
}

const text = async ({ address, cookie }: SignedInProduct, url: string) =>
  (await fetch(address + url, { headers: { cookie } })).text();
