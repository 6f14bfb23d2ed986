import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { employee, type Body } from './test-calls.js';
import { Product } from './test-product.js';

type Person = Body & { readonly id: string };
interface Whole {
  readonly employees: readonly Person[];
  readonly position: string;
}
interface Changed {
  readonly changed: readonly Person[];
  readonly removed: readonly string[];
  readonly position: string;
}

let product: Product;
beforeAll(async () => {
  product = await Product.open();
});
afterAll(() => product.close());

const add = async (more: Body = {}) =>
  (await product.done('add-employee', { ...employee, ...more })).id;
const one = async (id: string) => (await product.get(`/api/employees/${id}`)).body;
const list = async (query = '') =>
  (await product.get(`/api/employees${query}`)).body as { employees: Body[]; next?: string };
const find = async (text: string) => {
  const { position } = await product.store.head();
  const query = `q=${encodeURIComponent(text)}&after=${position}`;
  const { body } = await product.read(`/api/search?${query}`);
  return (body as { hits: Body[] }).hits.map(({ objectID }) => objectID);
};

describe('employees', () => {
  it('are added with the fields of the form and nothing else', async () => {
    const id = await add({ mobile: '' });
    expect(await one(id)).toEqual({
      id,
      ...employee,
      dateAdded: expect.stringMatching(/^\d\d \w{3} \d{4}$/) as unknown as string,
      timestamp: expect.any(Number) as unknown as number,
      version: 1,
    });
  });

  it('are updated as a whole, and only on the version that was read', async () => {
    const id = await add({ mobile: '402 555 0199' });
    const update = { id, version: 1, ...employee, role: 'Shop Foreman' };
    await product.done('update-employee', update);
    expect(await one(id)).toMatchObject({ role: 'Shop Foreman', version: 2 });
    expect(await one(id)).not.toHaveProperty('mobile');
    const stale = () => product.command('update-employee', update);
    expect(await stale()).toMatchObject({
      status: 409,
      body: {
        code: 'employee/changed',
        version: 2,
        detail: 'Someone else changed this employee. Reload and try again.',
      },
    });
    expect(await product.appends(stale)).toEqual([]);
  });

  it('let exactly one of many concurrent edits win', async () => {
    const id = await add();
    const edit = (n: number) =>
      product.command('update-employee', { id, version: 1, ...employee, manager: `Editor ${n}` });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => edit(n)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  it('are removed and restored', async () => {
    const id = await add();
    await product.done('remove-employee', { id });
    expect((await product.get(`/api/employees/${id}`)).status).toBe(404);
    expect((await product.command('remove-employee', { id })).status).toBe(404);
    expect(await find('lukasz kaminski')).not.toContain(id);
    await product.done('restore-employee', { id });
    expect(await one(id)).toMatchObject({ id, version: 3 });
    expect(await find('lukasz kaminski')).toContain(id);
    expect((await product.command('restore-employee', { id })).body['code']).toBe(
      'employee/not-removed',
    );
  });

  it('are listed by first name as people sort it, whole and in pages', async () => {
    for (const [firstName, lastName] of [
      ['Zoë', 'Ash'],
      ['åsa', 'Berg'],
      ['Ángel', 'Cruz'],
      ['Ana', 'Diaz'],
      ['Ana', 'Álvarez'],
    ]) {
      await add({ firstName, lastName });
    }
    const { employees } = await list();
    const names = employees.map(
      ({ firstName, lastName }) => `${String(firstName)} ${String(lastName)}`,
    );
    expect(names.slice(0, 4)).toEqual(['Ana Álvarez', 'Ana Diaz', 'Ángel Cruz', 'åsa Berg']);
    expect(names.at(-1)).toBe('Zoë Ash');
    const paged: Body[] = [];
    for (let next: string | null | undefined = ''; next !== null;) {
      const page = await list(`?limit=2${next ? `&cursor=${next}` : ''}`);
      paged.push(...page.employees);
      next = page.next ?? null;
    }
    expect(paged).toEqual(employees);
  });

  it('are found by what people remember of them, as ids only', async () => {
    const id = await add({
      firstName: 'Siobhán',
      lastName: "O'Connor",
      phoneNumber: '712-555-0188',
    });
    for (const text of ['siob', 'connor siobhan', "o'connor", 'siobhna', '5550188', '712 555']) {
      expect([text, await find(text)]).toEqual([text, [id]]);
    }
    expect(await find('5550189')).toEqual([]);
    const { body } = await product.get('/api/search?q=siobhan');
    expect(body).toEqual({ hits: [{ objectID: id }], total: 1 });
  });

  it('tell who has changed since a position, so that what a browser keeps ends up like the whole', async () => {
    const whole = async () => (await product.get('/api/employees')).body as unknown as Whole;
    const states = [await whole()];
    const ids: string[] = [];
    for (let round = 0; round < 12; round++) {
      ids.push(await add({ firstName: `Since ${round}` }));
      const [old, gone] = [ids[round >> 1]!, ids[round >> 2]!];
      const { version } = (await one(old)) as { version?: number };
      if (version) await product.done('update-employee', { id: old, version, ...employee });
      if (round % 3 === 2) await product.command('remove-employee', { id: gone });
      if (round % 4 === 3) await product.command('restore-employee', { id: gone });
      await product.settled(String((await product.store.head()).position));
      states.push(await whole());
    }
    const now = states.at(-1)!;
    for (const { employees, position } of states) {
      const { body } = await product.get(`/api/employees?since=${position}`);
      const { changed, removed, position: upTo } = body as unknown as Changed;
      const people = new Map(employees.map((each) => [each.id, each]));
      for (const each of changed) people.set(each.id, each);
      for (const id of removed) people.delete(id);
      const sorted = (some: Iterable<Person>) => [...some].sort((a, b) => (a.id < b.id ? -1 : 1));
      expect([upTo, sorted(people.values())]).toEqual([now.position, sorted(now.employees)]);
    }
    const { body: none } = await product.get(`/api/employees?since=${now.position}`);
    expect(none).toEqual({ changed: [], removed: [], position: now.position });
  });

  it('are told whole to who knows a later state than there is, or none that is remembered', async () => {
    const { position } = await product.store.head();
    for (const since of [position + 1, 999_999_999])
      expect(await list(`?since=${since}`)).toHaveProperty('employees');
    for (const wrong of ['since=-1', 'since=x', 'since=1&limit=2', 'since=1&at=1'])
      expect((await product.get(`/api/employees?${wrong}`)).status).toBe(400);
  });

  it('as they were, for auditors', async () => {
    const id = await add({ firstName: 'Then' });
    const { position } = await product.store.head();
    await product.done('remove-employee', { id });
    const then = await product.read(`/api/employees?at=${position}`, product.people.auditor);
    expect((then.body as { employees: Body[] }).employees.map(({ id: each }) => each)).toContain(
      id,
    );
  });
});
