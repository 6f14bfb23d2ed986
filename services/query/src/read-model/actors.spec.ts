import type { Account } from '@feusa/event-log/store/port';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
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
const storeOf = (there: readonly Account[]) => ({
  accounts: () => Promise.resolve([...there]),
  accountsById: jest.fn((ids: readonly string[]) =>
    Promise.resolve(there.filter(({ id }) => ids.includes(id))),
  ),
});
const opened = (...accounts: Account[]) => {
  const there = [...accounts];
  const store = storeOf(there);
  return { there, store, actors: new Actors(store, () => Promise.resolve()) };
};

describe('who did something', () => {
  it('is called by the address of the account, and by the name of the employee with it', async () => {
    const { actors } = opened(account('1', 'Ann@feusa.example'), account('2', 'sam@feusa.example'));
    for (const each of [employee('Miller', 'ann@FEUSA.example')]) actors.put(each);
    const actorOf = await actors.known(['1', '2', 'system']);
    expect(actorOf('1')).toEqual({ id: '1', email: 'Ann@feusa.example', name: 'Ann Miller' });
    expect(actorOf('2')).toEqual({ id: '2', email: 'sam@feusa.example' });
    expect(actorOf('system')).toEqual({ id: 'system', email: '' });
  });

  it('is shown by the photo of the employee with the address, where there is one', async () => {
    const { actors } = opened(account('1', 'ann@feusa.example'));
    for (const each of [employee('Miller', 'ann@feusa.example', { imageBlob: 'ab' })])
      actors.put(each);
    const shown = { id: '1', email: 'ann@feusa.example', name: 'Ann Miller' };
    expect((await actors.known(['1']))('1')).toEqual({ ...shown, file: '/files/Miller' });
    actors.put(employee('Miller', 'ann@feusa.example'));
    expect((await actors.known(['1']))('1')).toEqual(shown);
  });

  it('has no name where two have the address', async () => {
    const { actors } = opened(account('1', 'ann@feusa.example'));
    for (const each of [
      employee('Miller', 'ann@feusa.example'),
      employee('Roe', 'ann@feusa.example'),
    ])
      actors.put(each);
    expect((await actors.known(['1']))('1')).not.toHaveProperty('name');
    actors.put(employee('Roe', 'other@feusa.example'));
    expect((await actors.known(['1']))('1')).toMatchObject({ name: 'Ann Miller' });
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
    await actors.known(['1']);
    there.pop();
    actors.accountsChanged();
    expect((await actors.known(['1']))('1')).toEqual({ id: '1', email: '' });
  });

  it('is called otherwise when an employee changes whose address an account has', async () => {
    const { actors } = opened(account('1', 'ann@feusa.example'));
    await actors.known(['1']);
    expect(actors.put(employee('Miller', 'ann@feusa.example'))).toBe(true);
    expect(actors.put(employee('Roe', 'roe@feusa.example'))).toBe(false);
    expect(actors.put(employee('Miller', '[erased]', { removedAt: 'now' }))).toBe(true);
    expect((await actors.known(['1']))('1')).not.toHaveProperty('name');
  });

  it('is asked again where the accounts could not be read', async () => {
    let fails = true;
    const { store, actors } = opened(account('1', 'a@b.example'));
    store.accountsById.mockImplementation(() =>
      fails ? Promise.reject(new Error('gone')) : store.accounts(),
    );
    await expect(actors.known(['1'])).rejects.toThrow('gone');
    fails = false;
    expect((await actors.known(['1']))('1')).toMatchObject({ email: 'a@b.example' });
  });

  it('is looked up once, alone, until accounts change', async () => {
    const { store, actors } = opened(account('1', 'a@b.example'), account('2', 'b@b.example'));
    for (const ids of [['1'], ['1', 'gone'], ['gone', '1']]) await actors.known(ids);
    expect(store.accountsById.mock.calls).toEqual([[['1']], [['gone']]]);
    actors.accountsChanged();
    await actors.known(['1']);
    expect(store.accountsById.mock.calls.slice(2)).toEqual([[['1']]]);
  });
});

/** Few of each, so that they meet. */
const [IDS, ADDRESSES, EMPLOYEES] = ['123456', 'ABCD', 'xyz'].map((text) => [...text]) as [
  string[],
  string[],
  string[],
];
const oneOf = (values: readonly string[]) => fc.constantFrom(...values);
const steps = fc.array(
  fc.oneof(
    fc.record({ look: fc.uniqueArray(oneOf(IDS), { minLength: 1 }) }),
    fc.record({ account: oneOf(IDS), email: fc.option(oneOf(ADDRESSES)) }),
    fc.record({ employee: oneOf(EMPLOYEES), email: oneOf(ADDRESSES), isRemoved: fc.boolean() }),
  ),
  { maxLength: 40 },
);

/** By all accounts and all employees, as they are. */
const shownBy =
  (accounts: readonly Account[], employees: ReadonlyMap<string, EmployeeRow>) => (id: string) => {
    const email = accounts.find((each) => each.id === id)?.email;
    if (email === undefined) return { id, email: '' };
    const called = [...employees.values()].filter(
      (row) => row.removedAt === null && row.email.toLowerCase() === email.toLowerCase(),
    );
    const name = called.length === 1 && { name: `Ann ${called[0]!.lastName}` };
    return { id, email, ...name };
  };

it('tells of those who are asked for as of all, and what was made of it is dropped in time', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const there: Account[] = [];
      const employees = new Map<string, EmployeeRow>();
      const actors = new Actors(storeOf(there), () => Promise.resolve(), 2);
      const kept = new Map<string, unknown>();
      for (const step of given) {
        if ('look' in step) {
          const actorOf = await actors.known(step.look);
          for (const id of step.look) kept.set(id, actorOf(id));
        } else if ('account' in step) {
          const others = there.filter(
            ({ id, email }) => id !== step.account && email !== step.email,
          );
          const own = step.email === null ? [] : [account(step.account, step.email)];
          there.splice(0, there.length, ...others, ...own);
          actors.accountsChanged();
          kept.clear();
        } else {
          const removed = { removedAt: step.isRemoved ? 'now' : null };
          const row = employee(step.employee, step.email.toLowerCase(), removed);
          employees.set(row.id, row);
          if (actors.put(row)) kept.clear();
        }
        const shown = shownBy(there, employees);
        for (const [id, actor] of kept) expect(actor).toEqual(shown(id));
        expect(await actors.all()).toEqual(there.map(({ id }) => shown(id)));
      }
    }),
    { numRuns: 300 },
  );
});
