import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import { hearingStatements } from './test-statements.js';
import { openCompany, type Company } from './test-hidden.js';
import { about } from './test-hidden-about.js';
import type { Call } from './test-hidden-calls.js';
import type { Person } from './test-calls.js';
import { Product } from './test-product.js';

const hear = hearingStatements();
let product: Product;
let company: Company;
let at: string;
beforeAll(async () => {
  product = await Product.open();
  company = await openCompany(product);
  at = String((await product.store.head()).position);
});
afterAll(() => product.close());

async function asked(call: Call, as: Person) {
  const { status, statements } = await hear(product, call, as);
  return { status, texts: statements.map(({ text }) => text).sort() };
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
