import { randomUUID } from 'node:crypto';
import { SWEEP } from '@feusa/identity/passwords/statements';
import { readConfig } from '@feusa/profiles/config';
import { openOwner, turnAlone } from '@feusa/profiles/turning';
import { Product } from '@feusa/system-tests/test-product';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { turnIdempotency } from './idempotency.js';

let product: Product;
let pool: Awaited<ReturnType<typeof openOwner>>;
beforeAll(async () => {
  product = await Product.open({}, false);
  pool = await openOwner(readConfig(product.settings), product.settings['DATABASE_URL']!);
});
afterAll(async () => {
  await pool.end();
  await product.close();
});

const secrets = async () => {
  const text = `select name, value from auth.secrets where name like 'idempotency%' order by name`;
  const { rows } = await pool.query<{ name: string; value: string }>(text);
  return rows;
};
const turn = () =>
  turnIdempotency(readConfig(product.settings), product.settings['DATABASE_URL']!, {
    print: () => undefined,
  });

it('is turned while commands are repeated, and each is known again', async () => {
  const { admin } = product.people;
  const send = (name: string, key: string) =>
    product.command('add-folder', { name, parentId: null }, admin, key);
  const keys = Array.from({ length: 30 }, () => randomUUID());
  const [before] = await secrets();
  const first = await send('Before', keys[0]!);
  let turned = false;
  const turning = turn().then(() => (turned = true));
  for (let count = 1; !turned && count < keys.length; count++) {
    const answer = await send(`During ${count}`, keys[count]!);
    expect(answer.status).toBe(200);
    expect((await send(`During ${count}`, keys[count]!)).body).toEqual(answer.body);
    expect((await send('Before', keys[0]!)).body).toEqual(first.body);
  }
  await turning;
  expect((await send('Before', keys[0]!)).body).toEqual(first.body);
  expect((await send('Another', keys[0]!)).status).toBe(409);
  await product.restart();
  expect((await send('Before', keys[0]!)).body).toEqual(first.body);
  const [now, kept, ...more] = await secrets();
  expect(now!.value).not.toBe(before!.value);
  expect(kept).toEqual({
    name: expect.stringMatching(/^idempotency before 20/),
    value: before!.value,
  });
  expect(more).toEqual([]);
});

it('forgets the one before once no answer of its time is remembered', async () => {
  await pool.query(
    `insert into auth.secrets values ('idempotency before 2020-01-01T00:00:00Z', 'x')`,
  );
  for (const statement of SWEEP) await pool.query(statement);
  expect(await secrets()).toHaveLength(2);
  expect((await secrets()).map(({ value }) => value)).not.toContain('x');
});

it('is turned by one tool at a time, and the other says so', async () => {
  const alone = <T>(work: () => Promise<T>) =>
    turnAlone(readConfig(product.settings), product.settings['DATABASE_URL']!, work);
  const second = await alone(() => alone(() => Promise.resolve('turned')).catch(String));
  expect(second).toMatch(/^StartFault: A key is being turned by another `npm run turn-key`/);
  expect(await alone(() => Promise.resolve('turned'))).toBe('turned');
});
