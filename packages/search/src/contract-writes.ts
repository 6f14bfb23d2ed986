import { expect, it } from '@jest/globals';
import { person } from './contract-employees.js';
import type { OpenedIndex } from './contract.js';

const ann = (version: number, lastName: string) =>
  person('ann', { version, firstName: 'Ann', lastName });

export const writes = (opened: OpenedIndex): void => {
  const ids = async (text: string) => (await opened.find(text)).ids;

  it('replaces what it knew of a person', async () => {
    await opened.index.put({ ...ann(1, 'Miller'), phoneNumber: '402 555 0134', mobile: '777888' });
    await opened.index.put({ ...ann(2, 'Baker'), phoneNumber: '402 555 0199' });
    expect(await ids('miller')).toEqual([]);
    expect(await ids('0134')).toEqual([]);
    expect(await ids('777888')).toEqual([]);
    expect(await ids('ann')).toEqual(['ann']);
    expect(await ids('baker 0199')).toEqual(['ann']);
  });

  it('takes the same write twice', async () => {
    await opened.index.putAll([ann(1, 'Miller'), ann(1, 'Miller')]);
    expect(await opened.find('miller')).toEqual({ ids: ['ann'], total: 1 });
  });

  it('keeps the newest version, whatever comes late', async () => {
    await opened.index.putAll([ann(3, 'Baker'), ann(2, 'Miller')]);
    await opened.index.put(ann(1, 'Smith'));
    expect(await ids('miller')).toEqual([]);
    expect(await ids('smith')).toEqual([]);
    expect(await ids('baker')).toEqual(['ann']);
  });

  it('forgets a removed person, twice', async () => {
    await opened.index.putAll([ann(1, 'Miller'), person('sam', { firstName: 'Sam' })]);
    await opened.index.remove('ann', 2);
    await opened.index.remove('ann', 2);
    expect(await opened.find('miller')).toEqual({ ids: [], total: 0 });
    expect(await ids('000')).toEqual(['sam']);
  });

  it('keeps a person removed when an older version comes late', async () => {
    await opened.index.put(ann(1, 'Miller'));
    await opened.index.remove('ann', 3);
    await opened.index.put(ann(2, 'Miller'));
    expect(await ids('miller')).toEqual([]);
  });

  it('knows of a removal before the person', async () => {
    await opened.index.remove('ann', 2);
    await opened.index.remove('ann', 1);
    await opened.index.putAll([ann(1, 'Miller'), ann(1, 'Baker')]);
    expect(await ids('ann')).toEqual([]);
  });

  it('ignores a removal older than what it knows', async () => {
    await opened.index.put(ann(3, 'Miller'));
    await opened.index.remove('ann', 2);
    expect(await ids('miller')).toEqual(['ann']);
  });

  it('takes a restored person back', async () => {
    await opened.index.put(ann(1, 'Miller'));
    await opened.index.remove('ann', 2);
    await opened.index.put(ann(3, 'Miller'));
    expect(await ids('miller')).toEqual(['ann']);
    await opened.index.put(ann(1, 'Baker'));
    expect(await ids('baker')).toEqual([]);
  });

  it('gives 100 a page, the total, and everybody once', async () => {
    const people = Array.from({ length: 230 }, (_, i) => person(`p${i}`, { firstName: 'Ann' }));
    await opened.index.putAll(people);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => opened.find('ann', { page })));
    expect(pages.map((page) => page.ids.length)).toEqual([100, 100, 30, 0]);
    expect(pages.map((page) => page.total)).toEqual([230, 230, 230, 230]);
    expect(new Set(pages.flatMap((page) => page.ids)).size).toBe(230);
    expect((await opened.find('ann', { page: 3, size: 7 })).ids).toHaveLength(7);
  });

  it('takes nothing, and many words', async () => {
    await opened.index.putAll([]);
    expect(await ids('ann')).toEqual([]);
    const started = performance.now();
    await opened.find('ab cdefghij '.repeat(41));
    expect(performance.now() - started).toBeLessThan(2000);
  });
};
