import type { Account } from '@feusa/event-log/store/port';
import { describe, expect, it } from '@jest/globals';
import { Actors } from './actors.js';
import type { EmployeeRow } from './rows.js';

const account = (id: string, email: string): Account => ({
  ...{ id, email, role: 'basic', createdAt: '2026-11-21T08:00:00.000Z' },
});
const employee = (id: string, email: string, more: Partial<EmployeeRow> = {}) =>
  ({
    id,
    email,
    firstName: 'Ann',
    lastName: id,
    removedAt: null,
    imageBlob: null,
    ...more,
  }) as EmployeeRow;
const opened = (...accounts: Account[]) => {
  const there = [...accounts];
  const store = { accounts: () => Promise.resolve([...there]) };
  return { there, actors: new Actors(store, () => Promise.resolve()) };
};

describe('who did something', () => {
  it('is called by the address of the account, and by the name of the employee with it', async () => {
    const { actors } = opened(account('1', 'Ann@feusa.example'), account('2', 'sam@feusa.example'));
    for (const each of [employee('Miller', 'ann@FEUSA.example')]) actors.put(each);
    const actorOf = await actors.known();
    expect(actorOf('1')).toEqual({ id: '1', email: 'Ann@feusa.example', name: 'Ann Miller' });
    expect(actorOf('2')).toEqual({ id: '2', email: 'sam@feusa.example' });
    expect(actorOf('system')).toEqual({ id: 'system', email: '' });
  });

  it('is shown by the photo of the employee with the address, where there is one', async () => {
    const { actors } = opened(account('1', 'ann@feusa.example'));
    for (const each of [employee('Miller', 'ann@feusa.example', { imageBlob: 'ab' })])
      actors.put(each);
    const shown = { id: '1', email: 'ann@feusa.example', name: 'Ann Miller' };
    expect((await actors.known())('1')).toEqual({ ...shown, file: '/files/Miller' });
    actors.put(employee('Miller', 'ann@feusa.example'));
    expect((await actors.known())('1')).toEqual(shown);
  });

  it('has no name where two have the address', async () => {
    const { actors } = opened(account('1', 'ann@feusa.example'));
    for (const each of [
      employee('Miller', 'ann@feusa.example'),
      employee('Roe', 'ann@feusa.example'),
    ])
      actors.put(each);
    expect((await actors.known())('1')).not.toHaveProperty('name');
    actors.put(employee('Roe', 'other@feusa.example'));
    expect((await actors.known())('1')).toMatchObject({ name: 'Ann Miller' });
  });

  it('is listed with all others who have an account', async () => {
    const { actors } = opened(account('1', 'ann@feusa.example'), account('2', 'sam@feusa.example'));
    actors.put(employee('Miller', 'ann@feusa.example'));
    expect(await actors.all()).toEqual([
      { id: '1', email: 'ann@feusa.example', name: 'Ann Miller' },
      { id: '2', email: 'sam@feusa.example' },
    ]);
  });

  it('is nobody any more once the account is gone', async () => {
    const { actors, there } = opened(account('1', 'ann@feusa.example'));
    await actors.known();
    there.pop();
    actors.accountsChanged();
    expect((await actors.known())('1')).toEqual({ id: '1', email: '' });
  });

  it('is called otherwise when an employee changes whose address an account has', async () => {
    const { actors } = opened(account('1', 'ann@feusa.example'));
    await actors.known();
    expect(actors.put(employee('Miller', 'ann@feusa.example'))).toBe(true);
    expect(actors.put(employee('Roe', 'roe@feusa.example'))).toBe(false);
    expect(actors.put(employee('Miller', '[erased]', { removedAt: 'now' }))).toBe(true);
    expect((await actors.known())('1')).not.toHaveProperty('name');
  });

  it('is asked again where the accounts could not be read', async () => {
    let fails = true;
    const store = {
      accounts: () =>
        fails ? Promise.reject(new Error('gone')) : Promise.resolve([account('1', 'a@b.example')]),
    };
    const actors = new Actors(store, () => Promise.resolve());
    await expect(actors.known()).rejects.toThrow('gone');
    fails = false;
    expect((await actors.known())('1')).toMatchObject({ email: 'a@b.example' });
  });
});
