import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { employee, type Body } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());

const bodyOf = (firstName: string, manager: string, more: Body = {}) => ({
  ...employee,
  ...{ firstName, lastName: 'Doe', email: `${firstName}@feusa.example`, manager },
  ...more,
});
const add = async (firstName: string, manager: string, more: Body = {}) =>
  (await product.done('add-employee', bodyOf(firstName, manager, more))).id;
const chart = async (query = '', as = product.people.basic) =>
  (await product.read(`/api/org-chart${query}`, as)).body as {
    people: Body[];
    roots: string[];
    loops: string[][];
    unresolved: string[];
    position: string;
  };
const one = async (id: string) => (await product.get(`/api/employees/${id}`)).body;
const reportsOf = async (id: string) => {
  const { body } = await product.read(`/api/employees/${id}/reports`);
  return (body as { employees: Body[] }).employees.map(({ firstName }) => firstName);
};

describe('managers', () => {
  it('are found by their name, and have their reports', async () => {
    const ann = await add('Ann', 'Ann Doe');
    const ben = await add('Ben', 'ann doe');
    const cas = await add('Cas', 'Ben Doe');
    expect(await one(ben)).toMatchObject({ manager: 'ann doe', managerId: ann });
    expect(await one(ann)).not.toHaveProperty('managerId');
    expect(await reportsOf(ann)).toEqual(['Ben']);
    const { people, roots, loops, unresolved } = await chart();
    expect(people.find(({ id }) => id === cas)).toMatchObject({
      managerId: ben,
      role: employee.role,
    });
    expect(roots).toContain(ann);
    expect(loops).toEqual([]);
    expect(unresolved).not.toContain(cas);
  });

  it('are refused where that makes a loop, by name or chosen', async () => {
    const top = await add('Top', 'The board');
    const low = await add('Low', 'Top Doe');
    const change = (manager: string, more: Body = {}) =>
      product.command('update-employee', { ...bodyOf('Top', manager, more), id: top, version: 1 });
    const loop = { status: 422, body: { code: 'manager/loop' } };
    expect(
      await product.appends(async () => {
        expect(await change('Low Doe')).toMatchObject(loop);
        expect(await change('Whoever', { managerId: low })).toMatchObject(loop);
        expect(await change('Whoever', { managerId: top })).toMatchObject(loop);
      }),
    ).toEqual([]);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await change('Whoever', { managerId: unknown })).status).toBe(404);
    expect((await change('Whoever', { managerId: 'low' })).status).toBe(400);
  });

  it('of two who are changed at once never make one', async () => {
    const [one, two] = [await add('One', 'The board'), await add('Two', 'The board')];
    const under = (id: string, firstName: string, managerId: string) =>
      product.command('update-employee', {
        ...bodyOf(firstName, 'The other', { managerId }),
        ...{ id, version: 1 },
      });
    const answers = await Promise.all([under(one, 'One', two), under(two, 'Two', one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('who are gone leave who reported to them unresolved, then and as of earlier not', async () => {
    const gone = await add('Gone', 'The board');
    const left = await add('Left', 'Gone Doe');
    const { position } = await chart();
    await product.done('remove-employee', { id: gone });
    expect((await chart()).unresolved).toContain(left);
    expect(await one(left)).toMatchObject({ managerId: gone });
    expect((await product.get(`/api/employees/${gone}/reports`)).status).toBe(404);
    const then = await chart(`?at=${position}`, product.people.auditor);
    expect(then.unresolved).not.toContain(left);
    expect(then.people.find(({ id }) => id === left)).toMatchObject({ managerId: gone });
    expect((await product.get(`/api/org-chart?at=${position}`)).status).toBe(403);
    const phone = {
      ...bodyOf('Left', 'Gone Doe'),
      id: left,
      version: 1,
      phoneNumber: '402 555 0999',
    };
    await product.done('update-employee', phone);
    expect(await one(left)).toMatchObject({ managerId: gone });
    await product.done('restore-employee', { id: gone });
    expect(await reportsOf(gone)).toEqual(['Left']);
  });

  it('come back with an undo, and go', async () => {
    const boss = await add('Boss', 'The board');
    const id = await add('Undone', 'The board');
    const { position } = await product.done('update-employee', {
      ...bodyOf('Undone', 'Boss Doe'),
      ...{ id, version: 1 },
    });
    expect(await one(id)).toMatchObject({ managerId: boss });
    const { admin } = product.people;
    const preview = await product.get(`/api/undo?position=${String(position)}`, admin);
    expect(preview.body).toMatchObject({
      steps: [{ changes: [{ field: 'manager', from: 'Boss Doe', to: 'The board' }] }],
    });
    const { plan } = preview.body;
    const body = { position, plan };
    const undone = await product.ask('POST', '/api/undo', { as: admin, body });
    await product.settled(String(undone.body['position']));
    expect(await one(id)).toMatchObject({ manager: 'The board' });
    expect(await one(id)).not.toHaveProperty('managerId');
  });
});
