import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, jest } from '@jest/globals';
import { waitFor } from '@feusa/testing/wait';
import { IdleCollector, ownHeap, type Heap } from './heap.js';

const MIB = 2 ** 20;

/** A heap of `taken` MiB, of which `live` are left by a collection. */
function heapOf(taken: number, live: number, busy = 0) {
  const state = { taken, busy, asked: 0 };
  const collect = jest.fn<Heap['collect']>(() => {
    state.taken = live;
    return Promise.resolve();
  });
  const heap: Heap = {
    taken: () => state.taken * MIB,
    busy: () => state.busy,
    asked: () => state.asked,
    collect,
  };
  return { state, collect, collector: new IdleCollector(heap) };
}

it('collects where nothing is to be done, and again only when there is something to collect', async () => {
  const { state, collect, collector } = heapOf(120, 50);
  await collector.look();
  await collector.look();
  expect(collect).toHaveBeenCalledTimes(1);
  state.taken = 65;
  await collector.look();
  expect(collect).toHaveBeenCalledTimes(1);
  state.taken = 66;
  await collector.look();
  expect(collect).toHaveBeenCalledTimes(2);
});

it('wants a quarter more where much lives', async () => {
  const { state, collect, collector } = heapOf(200, 160);
  await collector.look();
  state.taken = 199;
  await collector.look();
  expect(collect).toHaveBeenCalledTimes(1);
  state.taken = 200;
  await collector.look();
  expect(collect).toHaveBeenCalledTimes(2);
});

it('waits until the work is done', async () => {
  const { state, collect, collector } = heapOf(120, 50, 0.11);
  await collector.look();
  expect(collect).not.toHaveBeenCalled();
  state.busy = 0.1;
  await collector.look();
  expect(collect).toHaveBeenCalledTimes(1);
});

it('stands in nobody’s way: waits until few have asked for anything in ten looks', async () => {
  const { state, collect, collector } = heapOf(120, 50);
  state.asked = 2;
  for (let look = 1; look <= 6; look++) await collector.look();
  expect(collect).toHaveBeenCalledTimes(1);
  state.taken = 120;
  for (let look = 1; look <= 20; look++) await collector.look();
  expect(collect).toHaveBeenCalledTimes(1);
  state.asked = 0;
  for (let look = 1; look <= 4; look++) await collector.look();
  expect(collect).toHaveBeenCalledTimes(1);
  await collector.look();
  expect(collect).toHaveBeenCalledTimes(2);
});

it('goes on beside probes', async () => {
  const { state, collect, collector } = heapOf(120, 50);
  state.asked = 1;
  for (let look = 1; look <= 20; look++) await collector.look();
  expect(collect).toHaveBeenCalledTimes(1);
  state.taken = 120;
  await collector.look();
  expect(collect).toHaveBeenCalledTimes(2);
});

it('never stops a process for long', async () => {
  const large = heapOf(385, 50);
  await large.collector.look();
  expect(large.collect).not.toHaveBeenCalled();
  const { state, collect, collector } = heapOf(384, 193);
  await collector.look();
  state.taken = 384;
  await collector.look();
  expect(collect).toHaveBeenCalledTimes(1);
});

it('collects once at a time', async () => {
  const { collect, collector } = heapOf(120, 50);
  await Promise.all([collector.look(), collector.look()]);
  expect(collect).toHaveBeenCalledTimes(1);
});

it('gives back what this process holds no more', async () => {
  const heap = ownHeap();
  const held = Array.from({ length: 500_000 }, (_, at) => ({ at, of: {} }));
  const before = heap.taken();
  held.length = 0;
  await waitFor(async () => {
    await heap.collect();
    expect(before - heap.taken()).toBeGreaterThan(20 * MIB);
  });
});

it('knows of the requests that this process gets', async () => {
  const heap = ownHeap();
  const server = createServer((_, response) => void response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (let asked = 0; asked < 2; asked++) await (await fetch(`http://127.0.0.1:${port}`)).text();
  expect(heap.asked()).toBe(2);
  expect(heap.asked()).toBe(0);
  server.close();
});

it('says how busy this process was since it was asked last', () => {
  const heap = ownHeap();
  heap.busy();
  const busy = heap.busy();
  expect(busy).toBeGreaterThanOrEqual(0);
  expect(busy).toBeLessThanOrEqual(1);
});
