import { randomUUID } from 'node:crypto';
import type { PersonAccessView } from '@feusa/contracts/folders';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openCompany, type Company, type Who } from './test-hidden.js';
import { Product } from './test-product.js';

let product: Product;
let company: Company;
let open = '';
let deeper = '';
beforeAll(async () => {
  product = await Product.open();
  open = String((await product.store.head()).position);
  company = await openCompany(product);
  const { person, manager } = company.people;
  const access = { read: [person.id], manage: [] };
  deeper = (await product.done('add-folder', { name: 'Bonus', parentId: company.inner })).id;
  await product.done('set-folder-access', { id: deeper, access });
  const gone = (await product.done('add-folder', { name: 'Gone', parentId: null })).id;
  await product.done('set-folder-access', { id: gone, access: { read: [manager.id], manage: [] } });
  await product.done('remove-folder', { id: gone });
});
afterAll(() => product.close());

const seenBy = async (who: Who, more = '') => {
  const { status, body } = await product.read(
    `/api/access/${company.people[who].id}${more}`,
    product.people.admin,
  );
  expect(status).toBe(200);
  return body as unknown as PersonAccessView;
};
const placed = { id: '', name: '', path: [] as { id: string; name: string }[] };
const pay = () => ({
  ...{ ...placed, id: company.pay, name: 'Quartzite' },
  path: [{ id: company.open, name: 'Open' }],
});
const bonus = () => ({
  ...{ ...placed, id: deeper, name: 'Bonus' },
  path: [
    ...pay().path,
    { id: company.pay, name: 'Quartzite' },
    { id: company.inner, name: 'Malachite' },
  ],
});
const by = (folder: string, group: string | null = null) => ({ folder, group });

describe('what one person can see', () => {
  it('is told by the restricted folders, why, and the topmost of those that are kept', async () => {
    expect(await seenBy('none')).toMatchObject({ sees: [], hidden: [pay()], groups: [] });
    expect(await seenBy('group')).toMatchObject({
      role: 'basic',
      sees: [{ ...pay(), manages: false, by: [by(company.pay, company.group)] }],
      hidden: [bonus()],
      groups: [{ id: company.group, name: 'Office' }],
      ...{ moreSeen: 0, moreHidden: 0 },
    });
    expect(await seenBy('person')).toMatchObject({
      sees: [
        { ...pay(), manages: false, by: [by(company.pay)] },
        { ...bonus(), manages: false, by: [by(company.pay), by(deeper)] },
      ],
      hidden: [],
    });
    const manager = await seenBy('manager');
    expect(manager.sees).toEqual([{ ...pay(), manages: true, by: [by(company.pay)] }]);
    expect(manager.user.email).toBe('manager@feusa.example');
  });

  it('is everything for an administrator', async () => {
    const { role, sees, hidden } = await seenBy('admin');
    expect({ role, hidden }).toEqual({ role: 'admin', hidden: [] });
    expect(sees.map(({ id, manages }) => [id, manages])).toEqual([
      [company.pay, true],
      [deeper, true],
    ]);
  });

  it('is told as it was, too', async () => {
    expect(await seenBy('none', `?at=${open}`)).toMatchObject({ sees: [], hidden: [], groups: [] });
    const { position } = await product.store.head();
    await product.done('set-group-members', { id: company.group, userIds: [] });
    expect(await seenBy('group')).toMatchObject({ sees: [], hidden: [pay()], groups: [] });
    expect(await seenBy('group', `?at=${position}`)).toMatchObject({ hidden: [bonus()] });
    const access = `/api/folders/${company.pay}/access`;
    const then = await product.read(`${access}?at=${position}`, product.people.admin);
    const emails = (body: unknown) =>
      (body as { effective: { user: { email: string } }[] }).effective.map(
        (each) => each.user.email,
      );
    expect(emails(then.body)).toContain('group@feusa.example');
    const now = await product.read(access, product.people.admin);
    expect(emails(now.body)).not.toContain('group@feusa.example');
  });

  it('is for administrators, and there is nothing of nobody', async () => {
    const { auditor, manager } = company.people;
    const address = `/api/access/${manager.id}`;
    for (const as of [auditor, manager]) expect((await product.get(address, as)).status).toBe(403);
    for (const id of [randomUUID(), 'nobody']) {
      const { status, body } = await product.get(`/api/access/${id}`, product.people.admin);
      expect([status, body['code']]).toEqual([404, 'user/not-found']);
    }
  });
});
