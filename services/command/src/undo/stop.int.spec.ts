import { randomUUID } from 'node:crypto';
import type { CommandAnswer } from '@feusa/contracts/commands';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { changeOf, type Change } from '../bus/write-side.js';
import { ANN, openBus, SAM, send } from '../test-bus.js';
import { openTestUndo, person, undoing } from './test-undo.js';

const { log, store, bus, undo, preview } = await openTestUndo();
afterAll(() => log.close());

describe('stopping an undo', () => {
  const LINKS = 300;
  const manyLinks = async () => {
    const correlationId = randomUUID();
    const folder = { name: 'Portals', parentId: null };
    const { id: folderId } = await send(bus, 'add-folder', folder);
    const body = { name: 'Portal', link: 'https://feusa.example/', folderId };
    const command = { name: 'add-link', body } as const;
    const add = () => bus.execute(changeOf({ command, by: ANN, correlationId }));
    await Promise.all(Array.from({ length: LINKS }, add));
    return correlationId;
  };
  /** Undone by one service, with something that happens on its way, asked for elsewhere. */
  const interrupted = (work: () => Promise<void>) =>
    undoing(store, new Meanwhile(bus, work) as unknown as CommandBus);

  it('ends it between two commands: what was undone stays, the rest is undone later', async () => {
    const correlationId = await manyLinks();
    const key = randomUUID();
    const elsewhere = undoing(store, await openBus(store));
    const running = interrupted(() => elsewhere.stop(key));
    const first = await running.undo({ correlationId }, { key });
    expect(first).toMatchObject({ total: LINKS, skippedCount: 0, stopped: { code: 'asked' } });
    expect(first.done).toBeGreaterThan(0);
    expect(first.left).toBe(LINKS - first.done);
    expect(first.did).toEqual({ 'remove-link': first.done });
    expect(first.left).toBeGreaterThan(0);
    expect(await undo({ correlationId }, { key })).toEqual(first);
    const { counts } = await preview({ correlationId });
    expect(counts).toEqual({ ready: first.left, conflict: 0, blocked: 0, done: first.done });
    const second = await undo({ correlationId }, { key: randomUUID() });
    expect(second).toMatchObject({ done: first.left, left: 0, skippedCount: 0 });
    const again = await undo({ correlationId: first.id });
    expect(again).toMatchObject({ done: first.done, left: 0 });
  });

  it('is for whoever undoes, of this undo only, and as often as anybody likes', async () => {
    const correlationId = await manyLinks();
    const key = randomUUID();
    const running = interrupted(async () => {
      await undoing(store, bus).stop(key, person(SAM.id));
      await undoing(store, bus).stop(randomUUID());
    });
    const answer = await running.undo({ correlationId }, { key });
    expect(answer).toMatchObject({ done: LINKS, left: 0 });
    expect(answer).not.toHaveProperty('stopped');
    const stops = Array.from({ length: 4 }, () => undoing(store, bus).stop(key));
    await Promise.all(stops);
    expect(await undo({ correlationId }, { key })).toEqual(answer);
  });

  it('holds for one that has not begun yet, and appends nothing', async () => {
    const correlationId = await manyLinks();
    const key = randomUUID();
    await undoing(store, bus).stop(key);
    const before = await store.head();
    const answer = await undo({ correlationId }, { key });
    expect(answer).toMatchObject({ done: 0, left: LINKS, position: null });
    expect(await store.head()).toEqual(before);
  });
});

/** Has something happen before the first command is answered. */
class Meanwhile {
  private happened: Promise<void> | undefined;

  constructor(
    private readonly whole: CommandBus,
    private readonly work: () => Promise<void>,
  ) {}

  async execute(change: Change): Promise<CommandAnswer> {
    await (this.happened ??= this.work());
    return this.whole.execute(change);
  }
}
