import { expect, it } from '@jest/globals';
import { person } from './contract-employees.js';
import type { OpenedIndex } from './contract.js';

const named = (id: string, firstName: string, lastName: string) =>
  person(id, { firstName, lastName });

export const ranks = (opened: OpenedIndex): void => {
  const first = async (text: string, count: number) =>
    (await opened.find(text)).ids.slice(0, count).toSorted();

  it('puts the very word before a longer one', async () => {
    await opened.index.putAll([named('anna', 'Anna', 'Abel'), named('ann', 'Ann', 'Zell')]);
    expect((await opened.find('ann')).ids).toEqual(['ann', 'anna']);
  });

  it('puts a word as written before one with a typing error', async () => {
    const people = [named('typo', 'Marten', 'Aa'), named('start', 'Martina', 'Zz')];
    await opened.index.putAll([...people, named('exact', 'Martin', 'Zz')]);
    expect((await opened.find('martin')).ids.slice(0, 2)).toEqual(['exact', 'start']);
  });

  it('puts fewer typing errors before more', async () => {
    await opened.index.putAll([named('two', 'Christofer', 'Aa'), named('one', 'Kristoffer', 'Bb')]);
    expect((await opened.find('christoffer')).ids).toEqual(['two', 'one']);
  });

  it('puts names before everything else', async () => {
    await opened.index.putAll([
      person('manager', { manager: 'Baker Baker', role: 'Baker', department: 'Baker' }),
      person('location', { location: 'Baker', email: 'baker@baker.example' }),
      named('start', 'Zoe', 'Bakerfield'),
      named('name', 'Zoe', 'Baker'),
    ]);
    expect((await opened.find('baker')).ids.slice(0, 2)).toEqual(['name', 'start']);
    expect((await opened.find('baker')).total).toBe(4);
  });

  it('lists whose name begins with the text before anybody else', async () => {
    const sales = Array.from({ length: 30 }, (_, i) =>
      person(`sales-${i}`, { department: 'Sales', role: 'Sales', manager: 'Sally Sale' }),
    );
    const names = ['Salome', 'Sali', 'Saladin'].map((name) => named(name, 'Zoe', name));
    await opened.index.putAll([...sales, ...names]);
    expect(await first('sal', 3)).toEqual(['Saladin', 'Sali', 'Salome']);
    expect((await opened.find('sal')).total).toBe(33);
  });

  it('finds the mistyped name among many who share the other', async () => {
    const first = ['Alan', 'Bert', 'Carl', 'Dora', 'Emil', 'Fred', 'Gina', 'Hans', 'Ines', 'Jana'];
    const people = ['Hansen', 'Jensen', 'Berg'].flatMap((last) =>
      first.map((name) => named(`${name} ${last}`, name, last)),
    );
    await opened.index.putAll(people);
    expect((await opened.find('Gnia Hansen')).ids[0]).toBe('Gina Hansen');
    expect((await opened.find('jenson dora')).ids[0]).toBe('Dora Jensen');
    expect((await opened.find('Ddra Jenson')).ids[0]).toBe('Dora Jensen');
  });

  it('takes a name that begins with the text as meant', async () => {
    await opened.index.putAll([named('mary', 'Mary', 'Q'), named('omar', 'Omar', 'Q')]);
    expect((await opened.find('mar')).ids).toEqual(['mary']);
  });
};
