import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { employee, type Body } from './test-calls.js';
import { Product } from './test-product.js';

let product: Product;
beforeAll(async () => void (product = await Product.open()));
afterAll(() => product.close());

const head = async () => String((await product.store.head()).position);
const asked = async (address: string, as = product.people.auditor) => {
  const { status, body } = await product.read(address, as);
  return status === 200 ? body : `${status} ${String(body['code'])}`;
};
const list = async <T = Body>(address: string, key: string) =>
  ((await asked(address)) as Record<string, T[]>)[key]!;

describe('as it was', () => {
  it('users and their roles', async () => {
    const empty = await head();
    const gus = await product.newPerson('auditor', 'gus@feusa.example');
    const auditor = await head();
    await product.done('set-user-role', { userId: gus.id, role: 'basic' });
    const basic = await head();
    await product.done('remove-user', { id: gus.id });
    const roleAt = async (at: string) =>
      (await list(`/api/users?at=${at}`, 'users')).find(({ id }) => id === gus.id)?.['role'];
    expect(await Promise.all([empty, auditor, basic, await head()].map(roleAt))).toEqual([
      undefined,
      'auditor',
      'basic',
      undefined,
    ]);
    const { body: now } = await product.get('/api/users', product.people.admin);
    expect(await asked(`/api/users?at=${await head()}`)).toEqual(now);
    expect(await asked(`/api/users?at=${Number(await head()) + 999}`)).toEqual(now);
    expect(await asked('/api/users')).toBe('403 not-allowed');
    expect(await asked('/api/users?at=1', product.people.basic)).toBe('403 not-allowed');
    expect(await asked('/api/users?at=yesterday')).toBe('400 invalid');
  });

  it('a person, and who had been removed', async () => {
    const { id, version } = await product.done('add-employee', employee);
    const added = await head();
    await product.done('update-employee', { id, version, ...employee, role: 'Director' });
    const updated = await head();
    await product.done('remove-employee', { id });
    const removed = await head();
    await product.done('restore-employee', { id });
    expect(await asked(`/api/employees/${id}?at=${added}`)).toMatchObject({ role: employee.role });
    expect(await asked(`/api/employees/${id}?at=${updated}`)).toMatchObject({ role: 'Director' });
    expect(await asked(`/api/employees/${id}?at=${removed}`)).toBe('404 employee/not-found');
    expect(await asked(`/api/employees/${id}?at=0`)).toBe('404 employee/not-found');
    const { admin } = product.people;
    const trashAt = async (at: string) =>
      ((await asked(`/api/trash?at=${at}`, admin)) as { items: Body[] }).items;
    expect(await trashAt(removed)).toMatchObject([
      { id, type: 'employee', name: 'Łukasz Kamiński', removedBy: 'ada@feusa.example' },
    ]);
    expect([await trashAt(updated), await trashAt(await head())]).toEqual([[], []]);
  });

  it('a folder where it lay, also in the trash', async () => {
    const outer = await product.done('add-folder', { name: 'Outer', parentId: null });
    const inner = await product.done('add-folder', { name: 'Inner', parentId: outer.id });
    const placed = await head();
    await product.done('rename-folder', { id: inner.id, name: 'Renamed' });
    await product.done('move-folder', { id: inner.id, parentId: null });
    await product.done('remove-folder', { id: outer.id });
    const folders = (at: string) => list(`/api/folders/${outer.id}?at=${at}`, 'folders');
    expect(await folders(placed)).toMatchObject([{ id: inner.id, name: 'Inner', version: 1 }]);
    const now = await list(`/api/folders?at=${await head()}`, 'folders');
    expect(now).toMatchObject([{ name: 'Renamed', version: 3, path: `/${inner.id}` }]);
    const trash = await asked(`/api/trash?at=${await head()}`, product.people.admin);
    expect(trash).toMatchObject({ items: [{ name: 'Outer', ancestors: [], type: 'folder' }] });
  });
});
