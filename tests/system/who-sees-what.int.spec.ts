import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import { everybody, insiders, openCompany, type Company, type Who } from './test-hidden.js';
import { about } from './test-hidden-about.js';
import { answerOf, canariesIn, send } from './test-hidden-calls.js';
import { namesNothing } from './test-hidden-routes.js';
import { Product } from './test-product.js';
import { routesOf } from './test-routes.js';

let product: Product;
let company: Company;
beforeAll(async () => {
  product = await Product.open();
  company = await openCompany(product);
});
afterAll(() => product.close());

const seesIt = (who: Who) => insiders.includes(who);
/** Addresses whose answers name what there is. */
const naming: Record<string, readonly [address: string]> = {
  'GET /api/tree': ['/api/tree'],
  'GET /api/folders': ['/api/folders/OPEN'],
  'GET /api/find': ['/api/find?q=quartzite'],
  'GET /api/find by content': ['/api/find?q=zanzibarite'],
  'GET /api/find by prefix': ['/api/find?q=mala&kind=folder'],
  'GET /api/me/home': ['/api/me/home'],
  'GET /api/me/waiting': ['/api/me/waiting'],
};

const RECEIPT = 'GET /api/files/:id/acknowledgements/:userId/receipt';

describe('what somebody may not see', () => {
  it('every route has a rule here', () => {
    const known = [...Object.keys(about), ...Object.keys(naming), RECEIPT, ...namesNothing];
    const names = new Set(known.map((name) => name.replace(/[? ](?:in|version|of|by).*$/, '')));
    const missing = routesOf(product.apps).filter(({ name }) => !names.has(name));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it.each(Object.entries(about))('%s: is as if it were not there', async (_name, [of, ask]) => {
    const id = company[of];
    for (const who of everybody) {
      const [method, address, body] = ask(id);
      const answer = await send(product, [method, address, body], company.people[who]);
      if (seesIt(who)) expect([who, answer.status < 300]).toEqual([who, true]);
      else {
        const other = randomUUID();
        const [, unknown, nothing] = ask(other);
        const none = await send(product, [method, unknown, nothing], company.people[who]);
        expect([who, answerOf(answer, id)]).toEqual([who, answerOf(none, other)]);
        expect(canariesIn(answer.text)).toEqual([]);
      }
    }
  });

  it.each(Object.entries(naming))('%s: is not named', async (_name, [address]) => {
    for (const who of everybody) {
      const asked = address.replace('OPEN', company.open);
      const answer = await waitFor(async () => {
        const each = await send(product, ['GET', asked], company.people[who]);
        expect([who, each.status]).toEqual([who, 200]);
        // What is found comes a moment later.
        if (seesIt(who)) expect([who, canariesIn(each.text).length > 0]).toEqual([who, true]);
        return each;
      });
      if (seesIt(who)) continue;
      expect([who, canariesIn(answer.text)]).toEqual([who, []]);
      expect(answer.text).not.toContain(company.pay);
      if (address.includes('find'))
        expect(JSON.parse(answer.text)).toMatchObject({
          ...{ hits: [], next: null, counts: { folder: 0, file: 0, link: 0 } },
        });
    }
  });

  it(`${RECEIPT}: is of nothing that is hidden`, async () => {
    const { people, file } = company;
    for (const who of insiders)
      await product.done('acknowledge-file', { id: file, fileVersion: 1 }, people[who]);
    for (const who of everybody) {
      const of = who === 'auditor' ? people.admin.id : people[who].id;
      const ask = async (id: string) => {
        const address = `/api/files/${id}/acknowledgements/${of}/receipt`;
        return answerOf(await send(product, ['GET', address], people[who]), id);
      };
      if (seesIt(who)) expect([who, (await ask(file)).status]).toEqual([who, 200]);
      else expect([who, await ask(file)]).toEqual([who, await ask(randomUUID())]);
    }
  });

  it('is not counted', async () => {
    for (const who of everybody) {
      const { text } = await send(product, ['GET', '/api/folder-counts'], company.people[who]);
      const counts = (JSON.parse(text) as { counts: Record<string, number> }).counts;
      expect([who, counts[company.open]]).toEqual([who, seesIt(who) ? 1 : 0]);
    }
  });

  it('is not in a ZIP of what it lies in', async () => {
    for (const who of everybody) {
      const zip = await send(
        product,
        ['GET', `/api/folders/${company.open}/archive`],
        company.people[who],
      );
      expect([who, canariesIn(zip.text).length > 0]).toEqual([who, seesIt(who)]);
    }
  });

  it('is no topic', async () => {
    for (const who of everybody) {
      const socket = product.connect(company.people[who]);
      const answer = (await socket.emitWithAck('watch', {
        topics: [`folder:${company.inner}`],
      })) as object;
      const none = await socket.emitWithAck('watch', { topics: [`folder:${randomUUID()}`] });
      if (seesIt(who)) expect([who, answer]).toEqual([who, { position: expect.any(String) }]);
      else expect([who, answer]).toEqual([who, none]);
      socket.disconnect();
    }
  });

  it('is kept from auditors as of earlier, too, by the access of then and of now', async () => {
    const { auditor, admin } = company.people;
    const at = String((await product.store.head()).position);
    for (const address of [`/api/tree?at=${at}`, `/api/folders/${company.open}?at=${at}`]) {
      expect(canariesIn((await send(product, ['GET', address], auditor)).text)).toEqual([]);
      expect(canariesIn((await send(product, ['GET', address], admin)).text)).not.toEqual([]);
    }
    for (const address of [
      `/api/folders/${company.inner}?at=${at}`,
      `/files/${company.file}?at=${at}`,
    ])
      expect((await send(product, ['GET', address], auditor)).status).toBe(404);
    await product.done('set-folder-access', { id: company.pay, access: null }, admin);
    expect(canariesIn((await send(product, ['GET', `/api/tree?at=${at}`], auditor)).text)).toEqual(
      [],
    );
    const now = String((await product.store.head()).position);
    expect(
      canariesIn((await send(product, ['GET', `/api/tree?at=${now}`], auditor)).text),
    ).not.toEqual([]);
    const { group, people } = company;
    const access = { read: [group, people.person.id], manage: [people.manager.id] };
    await product.done('set-folder-access', { id: company.pay, access }, admin);
    expect(canariesIn((await send(product, ['GET', `/api/tree?at=${now}`], auditor)).text)).toEqual(
      [],
    );
  });
});

describe('who sees a folder', () => {
  it('is told to those who manage it, with why', async () => {
    const { people, pay, inner, group } = company;
    for (const who of ['manager', 'admin'] as const) {
      const { body } = await product.read(`/api/folders/${inner}/access`, people[who]);
      const effective = body['effective'] as { user: { id: string }; by: unknown }[];
      expect(new Map(effective.map(({ user, by }) => [user.id, by]))).toEqual(
        new Map<string, unknown>([
          [people.group.id, [{ folder: pay, group }]],
          [people.person.id, [{ folder: pay, group: null }]],
          [people.manager.id, [{ folder: pay, group: null }]],
          [people.admin.id, [{ folder: null, group: null }]],
        ]),
      );
      expect(effective[0]).toEqual({ user: expect.any(Object), by: expect.any(Array) });
      expect(body).toMatchObject({
        ...{ managers: expect.arrayContaining([people.manager.id]), access: null },
        groups: [{ id: group, name: 'Office' }],
      });
    }
    expect((await product.read(`/api/folders/${inner}/access`, people.person)).status).toBe(403);
    expect((await product.read(`/api/folders/${inner}/access`, people.none)).status).toBe(404);
  });
});
