import { setImmediate } from 'node:timers/promises';
import { normalEmail } from '@feusa/contracts/text';
import type { Account } from '@feusa/event-log/store/port';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Actors } from './actors.js';
import type { Face } from './faces.js';
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
/** Of a directory that has these people. */
const facesIn =
  (people: ReadonlyMap<string, EmployeeRow>) =>
  (addresses: readonly string[]): Promise<Face[]> => {
    const there = [...people.values()].filter(({ removedAt }) => removedAt === null);
    const found = there.map(({ email, imageBlob, ...row }) => {
      return { ...row, address: normalEmail(email), hasPhoto: imageBlob !== null };
    });
    return Promise.resolve(found.filter(({ address }) => addresses.includes(address)));
  };
const opened = (...accounts: Account[]) => {
  const there = [...accounts];
  const store = storeOf(there);
  const people = new Map<string, EmployeeRow>();
  const faces = jest.fn(facesIn(people));
  const actors = new Actors(store, faces);
  const put = (row: EmployeeRow) => {
    people.set(row.id, row);
    return actors.put(row).content;
  };
  return { there, store, people, faces, actors, put };
};

describe('who did something', () => {
  it('is called by the address of the account, and by the name of the employee with it', async () => {
    const { actors, put } = opened(
      account('1', 'Ann@feusa.example'),
      account('2', 'sam@feusa.example'),
    );
    for (const each of [employee('Miller', 'ann@FEUSA.example')]) put(each);
    const actorOf = await actors.known(['1', '2', 'system']);
    expect(actorOf('1')).toEqual({ id: '1', email: 'Ann@feusa.example', name: 'Ann Miller' });
    expect(actorOf('2')).toEqual({ id: '2', email: 'sam@feusa.example' });
    expect(actorOf('system')).toEqual({ id: 'system', email: '' });
  });

  it('is shown by the photo of the employee with the address, where there is one', async () => {
    const { actors, put } = opened(account('1', 'ann@feusa.example'));
    for (const each of [employee('Miller', 'ann@feusa.example', { imageBlob: 'ab' })]) put(each);
    const shown = { id: '1', email: 'ann@feusa.example', name: 'Ann Miller' };
    expect((await actors.known(['1']))('1')).toEqual({ ...shown, file: '/files/Miller' });
    put(employee('Miller', 'ann@feusa.example'));
    expect((await actors.known(['1']))('1')).toEqual(shown);
  });

  it('has no name where two have the address', async () => {
    const { actors, put } = opened(account('1', 'ann@feusa.example'));
    for (const each of [
      employee('Miller', 'ann@feusa.example'),
      employee('Roe', 'ann@feusa.example'),
    ])
      put(each);
    expect((await actors.known(['1']))('1')).not.toHaveProperty('name');
    put(employee('Roe', 'other@feusa.example'));
    expect((await actors.known(['1']))('1')).toMatchObject({ name: 'Ann Miller' });
  });

  it('is listed with all others who have an account', async () => {
    const { actors, put } = opened(
      account('1', 'ann@feusa.example'),
      account('2', 'sam@feusa.example'),
    );
    put(employee('Miller', 'ann@feusa.example'));
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
    const { actors, put } = opened(account('1', 'ann@feusa.example'));
    await actors.known(['1']);
    expect(put(employee('Miller', 'ann@feusa.example'))).toBe(true);
    await actors.known(['1']);
    expect(put(employee('Roe', 'roe@feusa.example'))).toBe(false);
    expect(put(employee('Miller', '[erased]', { removedAt: 'now' }))).toBe(true);
    expect((await actors.known(['1']))('1')).not.toHaveProperty('name');
  });

  it('is looked up by their address once, until somebody changes who has it or had it', async () => {
    const { actors, put, faces } = opened(account('1', 'ann@feusa.example'));
    put(employee('Miller', 'ann@feusa.example'));
    for (const id of ['1', '1']) await actors.known([id]);
    put(employee('Roe', 'roe@feusa.example'));
    await actors.known(['1']);
    expect(faces.mock.calls).toEqual([[['ann@feusa.example']]]);
    put(employee('Miller', 'miller@feusa.example'));
    expect((await actors.known(['1']))('1')).not.toHaveProperty('name');
    expect(faces).toHaveBeenCalledTimes(2);
  });

  it('is looked up anew where the one who had the address was met under another before', async () => {
    const { actors, put, people } = opened(
      account('1', 'a@b.example'),
      account('2', 'b@b.example'),
    );
    put(employee('Miller', 'a@b.example'));
    await actors.known(['1']);
    const moved = employee('Miller', 'b@b.example');
    people.set(moved.id, moved);
    await actors.known(['2']);
    put(moved);
    const actorOf = await actors.known(['1', '2']);
    expect(['1', '2'].map((id) => actorOf(id).name)).toEqual([undefined, 'Ann Miller']);
  });

  it('and no other change makes anything anew, however many names are kept', async () => {
    const all = Array.from({ length: 25_000 }, (_, at) => account(`${at}`, `${at}@feusa.example`));
    const { actors, put } = opened(...all);
    await actors.known(all.map(({ id }) => id).slice(0, 100));
    const others = Array.from({ length: 200 }, (_, at) => employee(`o${at}`, `o${at}@b.example`));
    expect(others.filter(put).length).toBeLessThan(5);
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
const [IDS, ADDRESSES, EMPLOYEES] = ['123', 'AB', 'xy'].map((text) => [...text]) as [
  string[],
  string[],
  string[],
];
const oneOf = (values: readonly string[]) => fc.constantFrom(...values);
const steps = fc.array(
  fc.oneof(
    fc.record({ look: fc.uniqueArray(oneOf(IDS), { minLength: 1 }), isSlow: fc.boolean() }),
    fc.record({ account: oneOf(IDS), email: fc.option(oneOf(ADDRESSES)) }),
    fc.record({
      ...{ employee: oneOf(EMPLOYEES), email: oneOf(ADDRESSES) },
      ...{ isRemoved: fc.boolean(), isTold: fc.boolean() },
    }),
    fc.constant({ answer: true }),
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

/** What is kept of what was looked up, as a cache of pages keeps it: nothing that something changed under. */
class Company {
  readonly accounts: Account[] = [];
  readonly people = new Map<string, EmployeeRow>();
  readonly kept = new Map<string, unknown>();
  private untold: EmployeeRow[] = [];
  private round = 0;
  private slow: (() => void)[] = [];
  private isSlow = false;
  readonly actors = new Actors(
    storeOf(this.accounts),
    async (addresses) => {
      const faces = await facesIn(this.people)(addresses);
      if (this.isSlow) await new Promise<void>((resolve) => this.slow.push(resolve));
      return faces;
    },
    2,
  );

  async look(ids: readonly string[], isSlow: boolean): Promise<void> {
    const { round } = this;
    this.isSlow = isSlow;
    const looking = this.actors.known(ids).then((actorOf) => {
      if (round === this.round) for (const id of ids) this.kept.set(id, actorOf(id));
    });
    await (isSlow ? setImmediate() : looking);
    this.isSlow = false;
  }

  setAccount(id: string, email: string | null): void {
    const others = this.accounts.filter((each) => each.id !== id && each.email !== email);
    const own = email === null ? [] : [account(id, email)];
    this.accounts.splice(0, this.accounts.length, ...others, ...own);
    this.actors.accountsChanged();
    this.forget();
  }

  /** It lies in the tables before it is told. */
  setEmployee(row: EmployeeRow, isTold: boolean): void {
    this.people.set(row.id, row);
    this.untold.push(row);
    if (isTold) this.tell();
  }

  tell(): void {
    for (const each of this.untold) if (this.actors.put(each).content) this.forget();
    this.untold = [];
  }

  /** Before it is told something may be shown as it was, or as it is. */
  check(): void {
    const shown = shownBy(this.accounts, this.people);
    for (const [id, actor] of this.kept) expect(actor).toEqual(shown(id));
  }

  get isTold(): boolean {
    return this.untold.length === 0;
  }

  async answer(): Promise<void> {
    for (const resolve of this.slow.splice(0)) resolve();
    await setImmediate();
  }

  private forget(): void {
    this.round++;
    this.kept.clear();
    this.actors.forgotten('content');
  }
}

it('tells of those who are asked for as of all, and what was made of it is dropped in time', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const company = new Company();
      for (const step of given) {
        if ('look' in step) await company.look(step.look, step.isSlow);
        else if ('account' in step) company.setAccount(step.account, step.email);
        else if ('answer' in step) await company.answer();
        else {
          const removed = { removedAt: step.isRemoved ? 'now' : null };
          const row = employee(step.employee, step.email.toLowerCase(), removed);
          company.setEmployee(row, step.isTold);
        }
        if (company.isTold) company.check();
      }
      await company.answer();
      company.tell();
      company.check();
      const shown = shownBy(company.accounts, company.people);
      const all = company.accounts.map(({ id }) => shown(id));
      expect(await company.actors.all()).toEqual(all);
      const actorOf = await company.actors.known(IDS);
      expect(IDS.map(actorOf)).toEqual(IDS.map(shown));
    }),
    { numRuns: 1000 },
  );
});
