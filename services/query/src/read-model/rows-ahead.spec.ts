import { expect, it } from '@jest/globals';
import { RowsAhead } from './rows-ahead.js';
import type { Row } from './rows.js';

const folder = (id: string, version: number) => ({ id, version }) as unknown as Row;

function ahead(answer: (ids: readonly string[]) => Promise<Row[]>) {
  const asked: (readonly string[])[] = [];
  const find = async (_table: unknown, ids: readonly string[]) => {
    asked.push(ids);
    return answer(ids);
  };
  return { asked, rows: new RowsAhead({ find: find as never }) };
}

it('gives a row once that was expected', async () => {
  const { asked, rows } = ahead(async (ids) => ids.map((id) => folder(id, 3)));
  rows.expect(['folder-a', 'folder-b', 'folder-a']);
  rows.expect(['folder-b']);
  expect(asked).toEqual([['a', 'b']]);
  expect(await rows.take('folder-a', 3)).toEqual(folder('a', 3));
  expect(await rows.take('folder-a', 3)).toBeUndefined();
  expect(await rows.take('folder-c', 0)).toBeUndefined();
});

it('gives none that is older than wanted, could not be read, or was forgotten', async () => {
  const { rows } = ahead(async ([id]) => {
    if (id === 'lost') throw new Error('the database is away');
    return [folder('old', 2)];
  });
  rows.expect(['folder-lost']);
  rows.expect(['folder-old']);
  expect(await rows.take('folder-lost', 0)).toBeUndefined();
  expect(await rows.take('folder-old', 3)).toBeUndefined();
  rows.expect(['folder-old']);
  rows.clear();
  expect(await rows.take('folder-old', 2)).toBeUndefined();
});

it('keeps no more than a batch of commands needs', async () => {
  const { asked, rows } = ahead(async (ids) => ids.map((id) => folder(id, 1)));
  for (let n = 0; n < 257; n++) rows.expect([`folder-${n}`]);
  expect(asked).toHaveLength(257);
  expect(await rows.take('folder-0', 1)).toBeUndefined();
  expect(await rows.take('folder-256', 1)).toEqual(folder('256', 1));
});
