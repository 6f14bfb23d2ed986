import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import pg from 'pg';
import { openCompany, type Company } from './test-hidden.js';
import { about } from './test-hidden-about.js';
import { send, type Call } from './test-hidden-calls.js';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

/** The address of the request that something is done for. */
const served = new AsyncLocalStorage<string | undefined>();
const STARTED = 'http.server.request.start';
const serve = (message: unknown) =>
  served.enterWith((message as { readonly request: IncomingMessage }).request.url);

let product: Product;
let company: Company;
let at: string;
beforeAll(async () => {
  subscribe(STARTED, serve);
  product = await Product.open();
  company = await openCompany(product);
  at = String((await product.store.head()).position);
});
afterAll(async () => {
  unsubscribe(STARTED, serve);
  await product.close();
});

type Given = string | { readonly text?: string };
const textOf = (given: Given) => (typeof given === 'string' ? given : (given.text ?? ''));
const { query } = pg.Client.prototype;
type Query = (this: pg.Client, ...given: unknown[]) => unknown;

/** What the database is asked for a request, and how that is answered. */
async function asked([method, address, body]: Call, as: Person) {
  const { pathname, search } = new URL(address, product.address);
  const texts: string[] = [];
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    if (served.getStore() === pathname + search) texts.push(textOf(given[0] as Given));
    return (query as Query).apply(this, given);
  } as never);
  const { status } = await send(product, [method, address, body], as);
  spy.mockRestore();
  return { status, texts: texts.sort() };
}

/** Now and then a session is looked up anew. */
const takesAsLong = (id: string, ask: (id: string) => Call, as: Person) =>
  waitFor(async () => {
    const hidden = await asked(ask(id), as);
    expect(hidden).toEqual(await asked(ask(randomUUID()), as));
    return hidden;
  });

const users = (): Person[] => [company.people.none, company.people.auditor];

it('what the database is asked for a request is heard', async () => {
  const { texts } = await asked(['GET', `/files/${randomUUID()}`], company.people.none);
  expect(texts.length).toBeGreaterThan(0);
});

describe('the database is asked the same for what is hidden as for what is not there', () => {
  it.each(Object.entries(about))('%s', async (_name, [of, ask]) => {
    for (const as of users()) await takesAsLong(company[of], ask, as);
  });

  it('a receipt', async () => {
    for (const as of users()) {
      const receipt = (id: string): Call => [
        'GET',
        `/api/files/${id}/acknowledgements/${as.id}/receipt`,
      ];
      expect((await takesAsLong(company.file, receipt, as)).status).toBe(404);
    }
  });

  it.each(Object.entries(about).filter(([name]) => /^GET \S*:id\S*$/.test(name)))(
    '%s, as it was',
    async (_name, [of, ask]) => {
      const then = (id: string): Call => {
        const [method, address] = ask(id);
        return [method, `${address}${address.includes('?') ? '&' : '?'}at=${at}`];
      };
      const { status } = await takesAsLong(company[of], then, company.people.auditor);
      expect(status).toBe(404);
    },
  );

  it('and something, so that this is seen', async () => {
    const [of, ask] = about['GET /api/files/:id/versions']!;
    const { admin, none } = company.people;
    const [seen, hidden] = [
      await asked(ask(company[of]), admin),
      await asked(ask(company[of]), none),
    ];
    expect([seen.status, hidden.status]).toEqual([200, 404]);
    expect(hidden.texts.length).toBeGreaterThan(0);
    expect(seen.texts.length).toBeGreaterThan(hidden.texts.length);
  });
});
