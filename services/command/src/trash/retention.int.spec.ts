import { listBounds } from '@feusa/contracts/bounds';
import { openLongRemoved, type LongRemoved } from '@feusa/event-log/store/long-removed';
import { openTestLog, type TestLog } from '@feusa/testing/log';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { openBus, send } from '../test-bus.js';
import { purgeLongRemoved } from './retention.js';

const DAY = 24 * 3_600_000;
let log: TestLog;
let longRemoved: LongRemoved;
let bus: CommandBus;
let other: CommandBus;
let folder: string;

beforeAll(async () => {
  log = await openTestLog();
  longRemoved = openLongRemoved(log.pool);
  bus = await openBus(log.store);
  other = await openBus(log.another());
  folder = await addFolder('Manuals');
});
afterAll(() => log.close());

const addFolder = async (name: string, parentId: string | null = null) =>
  (await send(bus, 'add-folder', { name, parentId })).id;
const addLink = async (folderId = folder) =>
  (await send(bus, 'add-link', { folderId, name: 'Prices', link: 'https://feusa.example/' })).id;
/** What is purged when so many days have gone by since now. */
const after = (days: number, on = bus) =>
  purgeLongRemoved({ longRemoved }, on, { days: 30, now: Date.now() + days * DAY });
async function purges(work: () => Promise<unknown>) {
  const { position } = await log.store.head();
  await work();
  const events = await log.store.read(position, 1000);
  return events.map(({ type, stream, actor }) => [type, stream, actor]);
}

it('deletes for good what has lain in the trash for so long, as the system, and nothing else', async () => {
  const [kept, restored, gone] = [await addLink(), await addLink(), await addLink()];
  const inner = await addFolder('Inner', folder);
  const below = await addLink(inner);
  for (const id of [restored, gone, below]) await send(bus, 'remove-link', { id });
  await send(bus, 'restore-link', { id: restored });
  await send(bus, 'remove-folder', { id: inner });
  expect(await purges(() => after(29))).toEqual([]);
  const found = await purges(() => after(31));
  expect(found).toEqual([
    ['LinkPurged', `link-${gone}`, 'system'],
    ['LinkPurged', `link-${below}`, 'system'],
    ['FolderPurged', `folder-${inner}`, 'system'],
  ]);
  expect(await purges(() => after(31))).toEqual([]);
  await send(bus, 'remove-link', { id: kept });
  expect(await longRemoved(new Date(Date.now() + DAY).toISOString(), 10)).toEqual([`link-${kept}`]);
  await send(bus, 'restore-link', { id: kept });
});

it('passes over what went with its folder', async () => {
  const outer = await addFolder('Outer');
  const inside = await addLink(outer);
  await send(bus, 'remove-folder', { id: outer });
  const [stream] = await longRemoved(new Date(Date.now() + DAY).toISOString(), 10);
  expect(stream).toBe(`folder-${outer}`);
  expect(await purges(() => after(31))).toEqual([['FolderPurged', `folder-${outer}`, 'system']]);
  expect(await longRemoved(new Date(Date.now() + DAY).toISOString(), 10)).toEqual([]);
  expect(await log.store.purged([`link-${inside}`])).toEqual(new Set([`link-${inside}`]));
});

it('is done once where two processes do it, and batch by batch', async () => {
  const links: string[] = [];
  for (let n = 0; n < listBounds.longRemoved.value + 5; n++) {
    const id = await addLink();
    await send(bus, 'remove-link', { id });
    links.push(`link-${id}`);
  }
  const found = await purges(() => Promise.all([after(31), after(31, other)]));
  expect(found.map(([, stream]) => stream).sort()).toEqual(links.sort());
});

it('ends where the process ends, and goes on at the next start', async () => {
  for (let n = 0; n < 3; n++) await send(bus, 'remove-link', { id: await addLink() });
  const round = { days: 30, now: Date.now() + 31 * DAY };
  const ended = await purgeLongRemoved({ longRemoved }, bus, {
    ...round,
    signal: AbortSignal.abort(),
  });
  expect(ended).toBe(0);
  expect(await purgeLongRemoved({ longRemoved }, bus, round)).toBe(3);
});
