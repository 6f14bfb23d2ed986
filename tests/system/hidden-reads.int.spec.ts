import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { currentRequest } from '@feusa/platform/telemetry/request-context';
import { waitFor } from '@feusa/testing/wait';
import pg from 'pg';
import { openCompany, type Company } from './test-hidden.js';
import { about } from './test-hidden-about.js';
import { send, type Call } from './test-hidden-calls.js';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
let company: Company;
let at: string;
beforeAll(async () => {
  product = await Product.open();
  company = await openCompany(product);
  at = String((await product.store.head()).position);
});
afterAll(() => product.close());

type Given = string | { readonly text?: string };
const textOf = (given: Given) => (typeof given === 'string' ? given : (given.text ?? ''));
const { query } = pg.Client.prototype;
type Query = (this: pg.Client, ...given: unknown[]) => unknown;

/** What the database is asked for a request, and how that is answered. */
async function asked([method, address, body]: Call, as: Person) {
  const all: { readonly text: string; readonly requestId: string }[] = [];
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const request = currentRequest();
    if (request) all.push({ text: textOf(given[0] as Given), requestId: request.requestId });
    return (query as Query).apply(this, given);
  } as never);
  const { status, text } = await send(product, [method, address, body], as);
  spy.mockRestore();
  const [, own] = /"requestId":"([^"]*)"/.exec(text) ?? [];
  const ours = all.filter(({ requestId }) => own === undefined || requestId === own);
  return { status, texts: ours.map((each) => each.text).sort() };
}

/** Now and then a session is looked up anew. */
const takesAsLong = (id: string, ask: (id: string) => Call, as: Person) =>
  waitFor(async () => {
    const hidden = await asked(ask(id), as);
    expect(hidden).toEqual(await asked(ask(randomUUID()), as));
    return hidden;
  });

const users = (): Person[] => [company.people.none, company.people.auditor];

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
